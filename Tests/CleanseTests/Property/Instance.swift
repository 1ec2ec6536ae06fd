import CleanseTestSupport

/// Counts the created and the living instances.
final class Census: Sendable {
  private let counts = Guarded((made: 0, gone: 0, madeByBinding: [Int: Int]()))
  private let kept = Guarded([Any]())
  private let faults = Guarded((isFixed: false, random: SeededGenerator?.none, count: 0))

  /// - Parameter random: Decides whether a failing factory throws this time; it always throws without
  ///   one.
  init(random: SeededGenerator? = nil) {
    faults.withLock { $0.random = random }
  }

  /// Keeps a value alive: a shared instance of a cycle exists for as long as it is held.
  func keep(_ value: Any) {
    // Safety: only kept, and released by the one thread that made all of them.
    nonisolated(unsafe) let value = value
    kept.withLock { $0.append(value) }
  }

  /// Releases all values.
  func release() {
    let values = kept.withLock { kept in
      defer { kept = [] }
      return kept
    }
    _ = consume values
  }

  /// The number of errors thrown by factories.
  var thrown: Int { faults.withLock { $0.count } }

  /// Prevents all further failures.
  func fix() { faults.withLock { $0.isFixed = true } }

  /// Called by a factory that fails.
  func fail(_ binding: Int) throws(PlannedError) {
    let isThrown = faults.withLock { faults in
      guard !faults.isFixed, faults.random?.happens(0.5) ?? true else { return false }
      faults.count += 1
      return true
    }
    if isThrown { throw PlannedError(binding: binding) }
  }

  var made: Int { counts.withLock { $0.made } }
  var alive: Int { counts.withLock { $0.made - $0.gone } }

  func made(by binding: Int) -> Int { counts.withLock { $0.madeByBinding[binding, default: 0] } }

  func isMade(by binding: Int) {
    counts.withLock {
      $0.made += 1
      $0.madeByBinding[binding, default: 0] += 1
    }
  }

  func isGone() { counts.withLock { $0.gone += 1 } }
}

/// The result of a planned binding's factory: it knows its binding and keeps its dependencies.
final class Instance: @unchecked Sendable {
  // Safety: only `injected` changes, while one thread alone walks the graph.
  let binding: Int
  let held: [Held]
  /// The argument of a property injector.
  var injected: Instance?
  private let census: Census

  init(binding: Int, held: [Held] = [], census: Census) {
    self.binding = binding
    self.held = held
    self.census = census
    census.isMade(by: binding)
  }

  deinit {
    census.isGone()
  }
}

/// The error of a binding's factory.
struct PlannedError: Error {
  let binding: Int
}

/// The argument of a factory for one request.
enum Held {
  case now(() throws -> Outcome)
  case awaited(() async throws -> Outcome)

  init(_ get: @escaping () throws -> Outcome) {
    self = .now(get)
  }

  /// The result of the request, awaited if necessary.
  func outcome() async throws -> Outcome {
    switch self {
    case .now(let get): try get()
    case .awaited(let get): try await get()
    }
  }

  /// The result of the request without waiting; nil if it has to be awaited.
  func get() throws -> Outcome? {
    guard case .now(let get) = self else { return nil }
    return try get()
  }
}

/// The result of a request.
enum Outcome {
  case absent
  /// The instances in order, each with its key in a dictionary or zero.
  case instances([(label: Int, instance: Instance)])
  /// A factory of a subcomponent, which takes a seed.
  case component((Instance) async throws -> any Made)

  static func one(_ value: some Made) -> Outcome {
    .instances([(0, value.instance)])
  }
}

/// A type of bound values around an instance.
protocol Made: Hashable, SendableMetatype {
  init(_ instance: Instance)
  var instance: Instance { get }
}

extension Made {
  static func == (left: Self, right: Self) -> Bool { left.instance === right.instance }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(instance)) }
}

final class PlannedClass<N: Digit>: Made {
  let instance: Instance
  init(_ instance: Instance) { self.instance = instance }
}

struct PlannedStructure<N: Digit>: Made {
  let instance: Instance
  init(_ instance: Instance) { self.instance = instance }
}

/// The root of a component.
final class PlannedRoot<N: Digit>: Made {
  let instance: Instance
  init(_ instance: Instance) { self.instance = instance }
}

/// The seed of a component.
final class PlannedSeed<N: Digit>: Made {
  let instance: Instance
  init(_ instance: Instance) { self.instance = instance }
}
