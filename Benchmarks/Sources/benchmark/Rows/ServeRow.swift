import Cleanse
import Glibc
import Measuring
import Synchronization

/// Services: how long they take to start, and what clients of a server notice of reloads and crashes.
enum ServeRow {
  static func serve() throws -> [Figure] {
    try started() + served()
  }

  // MARK: - Starting

  private static let depth = 8
  private static let width = 25
  private static let repetitions = 21

  /// The start of 200 services of 10 ms, 25 beside each other and 8 after each other.
  private static func started() throws -> [Figure] {
    let ratios = try waiting {
      var ratios: [Double] = []
      for _ in 0..<repetitions {
        let factory = try ComponentFactory.of(LayersComponent.self)
        let start = nanoseconds()
        let ready = try await factory.withServices { _ in nanoseconds() }
        ratios.append(Double(ready - start) * 1e-9 / (Double(depth) * 0.01))
      }
      return ratios
    }
    return [
      Row.serve.figure(
        "start \(depth * width) services of 10 ms, critical path = 1", .ratio, reach: 1.2,
        Summary(ratios))
    ]
  }

  /// Runs an asynchronous function from a synchronous one.
  private static func waiting(
    _ body: @escaping @Sendable () async throws -> [Double]
  ) throws -> [Double] {
    let box = Box()
    Task.detached {
      do {
        box.set(.success(try await body()))
      } catch {
        box.set(.failure(error))
      }
    }
    while true {
      if let result = box.result { return try result.get() }
      usleep(1000)
    }
  }

  // MARK: - Serving

  /// The figures of the script, which runs a host under load.
  private static func served() throws -> [Figure] {
    let output = try Process.output(
      of: "Benchmarks/Serving/measure .build/release/host .build/release/visits .build/bench/serve")
    var values: [String: [Double]] = [:]
    for line in output.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count == 2, let value = Double(words[1]) else { continue }
      values[String(words[0]), default: []].append(value)
    }
    func figure(
      _ what: String, _ unit: Figure.Unit, reach: Double? = nil, _ name: String
    ) throws -> Figure {
      guard let measured = values[name] else {
        throw Process.Failure(description: "the script has not measured \(name)")
      }
      return Row.serve.figure(what, unit, reach: reach, Summary(measured))
    }
    var figures: [Figure] = []
    for server in ["web", "pages"] {
      for kind in ["keep-alive", "close"] {
        let name = "\(server)-\(kind)"
        guard let quiet = values["\(name)-quiet-p99"]?.first,
          let loaded = values["\(name)-p99"]?.first
        else { throw Process.Failure(description: "the script has not measured \(name)") }
        figures += [
          try figure("failed requests in 20 reloads, \(name)", .count, reach: 0, "\(name)-failed"),
          try figure("… of so many", .count, "\(name)-complete"),
          Row.serve.figure(
            "… 99th percentile of the latency, quiet = 1", .ratio, reach: 2,
            Summary([loaded / quiet])),
          try figure("… quiet", .milliseconds, "\(name)-quiet-p99"),
        ]
      }
    }
    return figures + [
      try figure(
        "growth of the supervisor in 900 reloads, KB", .count, reach: 100, "supervisor-growth"),
      try figure("… its memory, KB", .count, "supervisor-memory"),
      try figure("… its descriptors", .count, reach: 0, "descriptor-growth"),
      try figure("… stray processes", .count, reach: 0, "stray-processes"),
      try figure("answer after kill -9 of the worker", .milliseconds, reach: 100, "worker-gap"),
      try figure("… failed requests of 8 clients", .count, reach: 8, "worker-lost"),
      try figure("end of the worker after kill -9 of the supervisor", .milliseconds, "orphan-time"),
      try figure("… processes that are left", .count, reach: 0, "orphans"),
    ]
  }
}

/// A result that another thread sets.
private final class Box: Sendable {
  private let value = Mutex<Result<[Double], any Error>?>(nil)

  func set(_ result: Result<[Double], any Error>) {
    value.withLock { $0 = result }
  }

  var result: Result<[Double], any Error>? { value.withLock { $0 } }
}

private enum Zero {}
private enum Next<Number> {}

/// A service that takes 10 ms to start, for each layer and each place in it.
private final class Stage<Layer, Place>: Cleanse.Service {
  func start() async throws { try await Task.sleep(for: .milliseconds(10)) }
}

private enum LayersComponent: RootComponent {
  static func configure(binder: Binder<Singleton>) {
    bindPlaces(from: Zero.self, 25, binder)
  }

  static func configureRoot(binder bind: ReceiptBinder<Int>) -> BindingReceipt<Int> {
    bind.to(value: 1)
  }

  private static func bindPlaces<Place>(
    from place: Place.Type, _ count: Int, _ binder: Binder<Singleton>
  ) {
    guard count > 0 else { return }
    binder.bind(Stage<Zero, Place>.self).sharedInScope().asService().to { Stage() }
    bindLayers(after: Zero.self, place, 7, binder)
    bindPlaces(from: Next<Place>.self, count - 1, binder)
  }

  private static func bindLayers<Layer, Place>(
    after layer: Layer.Type, _ place: Place.Type, _ count: Int, _ binder: Binder<Singleton>
  ) {
    guard count > 0 else { return }
    binder.bind(Stage<Next<Layer>, Place>.self).sharedInScope().asService()
      .to { (_: Stage<Layer, Place>) in Stage<Next<Layer>, Place>() }
    bindLayers(after: Next<Layer>.self, place, count - 1, binder)
  }
}
