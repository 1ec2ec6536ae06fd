import Glibc

@testable import Cleanse
@testable import CleanseC
@testable import CleanseGraph

/// A plan that is being recorded; components are static types, so they find it here. It logs the arguments of
/// each factory.
final class CNamePlaying: Sendable {
  @TaskLocal static var current: CNamePlaying?

  /// The arguments of a factory: the bindings that provided each; nil for an absent one.
  struct Call: Sendable {
    let binding: Int
    let got: [[Int]?]
  }

  let plan: CNamePlan
  private let log = Guarded([Call]())

  init(_ plan: CNamePlan) {
    self.plan = plan
  }

  var calls: [Call] { log.withLock { $0 } }

  /// The application with some of its contributors, and the contributors that were accepted.
  func recording(of contributors: some Sequence<Int>) -> Recording {
    Self.$current.withValue(self) {
      Recording(of: CNameTop.self) { recorder in
        for number in contributors {
          _ = recorder.attempt(from: Self.origin(number)) {
            play(plan.contributors[number], $0)
          }
        }
      }
    }
  }

  /// Records each contributor alone, and merges the graphs.
  ///
  /// - Parameter copy: Returns an equal copy of each graph.
  func merged(_ copy: (BindingGraph) throws -> BindingGraph) rethrows -> BindingGraph {
    let parts = try plan.contributors.indices.map {
      try copy(recording(of: CollectionOfOne($0)).graph).declarations
    }
    return BindingGraph(
      merging: parts,
      parts.indices.map { DeclarationMerger.Contributor(part: $0, origin: Self.origin($0)) })
  }

  private static func origin(_ number: Int) -> String { "org.example.\(number)" }

  static func record(_ component: Int, _ recorder: Recorder, isRoot: Bool) {
    guard let current else { return }
    let component = current.plan.components[component]
    current.play(isRoot ? [.bind(component.root)] : component.items, recorder)
  }

  private func play(_ items: [CNamePlan.Item], _ recorder: Recorder) {
    for item in items {
      switch item {
      case .bind(let id): record(id, recorder)
      case .declareCollection(let key, isInC: true):
        recorder.declare(key.inC, isCollection: true, at: .c(0))
      case .declareOptional(let key, isInC: true):
        recorder.declare(key.inC, isCollection: false, at: .c(0))
      case .declareCollection(let key, isInC: false), .declareOptional(let key, isInC: false):
        if let subject = key.subject { declare(key, subject, recorder) }
      case .bridge(let target, let isOther): bridge(digit(target), isOther, recorder)
      case .handle(let target): recorder.declare(handle: "t\(target)", at: .c(target)) { _ in }
      }
    }
  }

  private func declare<S: CNameSubject>(_ key: CNamePlan.Key, _: S.Type, _ recorder: Recorder) {
    recorder.declare(
      recorder.keys.key(of: S.Element.self, tag: key.tag(of: S.self)), S.assembler,
      at: Self.location(0))
  }

  private func bridge<N: Digit>(_: N.Type, _ isOther: Bool, _ recorder: Recorder) {
    if isOther {
      recorder.swift.bridge(COtherBridge<N>.self)
    } else {
      recorder.swift.bridge(CThingBridge<N>.self)
    }
  }

  private func record(_ id: Int, _ recorder: Recorder) {
    if let inner = plan.bindings[id].installs {
      install(digit(inner), id, recorder)
    } else if plan.bindings[id].isInC {
      recordFunction(id, recorder)
    } else if let subject = plan.bindings[id].key.subject {
      record(id, subject, recorder)
    }
  }

  private func install<N: Digit>(_: N.Type, _ id: Int, _ recorder: Recorder) {
    recorder.install(CNameComponent<N>.self, at: Self.location(id))
  }

  private func record<S: CNameSubject>(_ id: Int, _: S.Type, _ recorder: Recorder) {
    let binding = plan.bindings[id]
    let draft = BindingDraft<S.Element>(recorder: recorder).changing { parts in
      parts.tag = binding.key.tag(of: S.self)
      parts.isShared = binding.isShared
      switch binding.role {
      case .whole: break
      case .override(let precedence): parts.options.override = precedence
      case .contribution(let order, _):
        parts.options.assembler = S.assembler
        parts.options.order = order
      }
    }
    let requests = binding.requests.compactMap(\.planned)
    draft.record(requests.map(\.type), effect: .throwing, at: Self.location(id)) { linker in
      let links = requests.map { $0.link(linker) }
      return ThrowingLinkedProvider { context in
        let got = try links.map { try $0(context) }
        self.log.withLock { $0.append(Call(binding: id, got: got)) }
        return S.element(id)
      }
    }
  }

  private func recordFunction(_ id: Int, _ recorder: Recorder) {
    let binding = plan.bindings[id]
    var (isContribution, order, override) = (false, 0, Int?.none)
    var result = binding.key
    switch binding.role {
    case .whole: break
    case .override(let precedence): override = precedence
    case .contribution(let contributionOrder, let isArray):
      (isContribution, order, result.isArray) = (true, contributionOrder, isArray)
    }
    let key = result
    recorder.function(
      key.inC, binding.requests.map(\.inC), isOwned: key.isArray, isThrowing: binding.throwsInC,
      isShared: binding.isShared, isContribution: isContribution, order: order, override: override,
      line: id
    ) { call in
      let got = try binding.requests.indices.map { try binding.requests[$0].got(call, $0) }
      self.log.withLock { $0.append(Call(binding: id, got: got)) }
      call.yield(id, as: key)
    }
  }

  private static func location(_ id: Int) -> RecordedLocation {
    RecordedLocation(file: "Plan", line: id)
  }
}

/// The root component of a plan.
enum CNameTop: RootComponent, ThrowingComponent {
  static func configure(binder: Binder<Singleton>) {
    CNamePlaying.record(0, binder.recorder, isRoot: false)
  }
  static func configureRoot(
    binder bind: ReceiptBinder<CNameRoot<D0>>
  ) -> BindingReceipt<CNameRoot<D0>> {
    CNamePlaying.record(0, bind.draft.parts.recorder, isRoot: true)
    return BindingReceipt()
  }
}

/// A subcomponent of a plan.
enum CNameComponent<N: Digit>: Component, ThrowingComponent {
  static func configure(binder: Binder<PlannedScope<N>>) {
    CNamePlaying.record(N.anyNumber, binder.recorder, isRoot: false)
  }
  static func configureRoot(
    binder bind: ReceiptBinder<CNameRoot<N>>
  ) -> BindingReceipt<CNameRoot<N>> {
    CNamePlaying.record(N.anyNumber, bind.draft.parts.recorder, isRoot: true)
    return BindingReceipt()
  }
}

/// A request in Swift: its type, and how its result is read.
private struct CNameRequest: Sendable {
  let type: any Any.Type
  let link: @Sendable (Linker) -> @Sendable (Context) throws -> [Int]?

  init<Value>(_ type: Value.Type, _ ids: @escaping @Sendable (Value) throws -> [Int]?) {
    self.type = type
    link = { linker in
      let link = linker.effectLink(to: Value.self)
      return { try ids(try link.get($0)) }
    }
  }
}

extension CNamePlan.Request {
  fileprivate var planned: CNameRequest? {
    func open<S: CNameSubject>(_: S.Type) -> CNameRequest {
      func tagged<T: Cleanse.Tag>(_: T.Type) -> CNameRequest {
        CNameRequest(TaggedThrowingProvider<T>.self) { provider in
          let value = try provider.get() as? S.Element
          return try value.map { try S.ids($0) }
        }
      }
      if let tag = key.tag(of: S.self) { return tagged(tag) }
      switch form {
      case .value: return CNameRequest(S.Element.self) { try S.ids($0) }
      case .optional: return CNameRequest(S.Element?.self) { try $0.map { try S.ids($0) } }
      case .provider:
        return CNameRequest(ThrowingProvider<S.Element>.self) { try S.ids(try $0.get()) }
      }
    }
    return key.subject.map { open($0) }
  }

  /// The request in C.
  fileprivate var inC: CParameter {
    let form: CParameter.Form =
      switch form {
      case .value: .value
      case .optional: .optional
      case .provider: .provider(throws: true)
      }
    return CParameter(key: key.inC, form: form)
  }

  /// The argument of a C function for a parameter.
  fileprivate func got(_ call: FakeCall, _ index: Int) throws -> [Int]? {
    func read<Value: BitwiseCopyable>(
      _: Value.Type, _ id: (Value) -> Int, isPointer: Bool = false
    ) throws -> [Int]? {
      switch (form, key.isArray) {
      case (.provider, true):
        let array = try call.request(index, for: FakeArray.self)
        // The result of a provider belongs to its caller.
        defer { free(array.start) }
        return array.items(of: Value.self).map(id)
      case (.provider, false): return [id(try call.request(index, for: Value.self))]
      case (_, true): return call.items(index, of: Value.self).map(id)
      case (.value, false): return [id(call.value(index, as: Value.self))]
      case (.optional, false):
        guard call.pointer(index) != nil else { return nil }
        // An absent pointer is null itself.
        return isPointer
          ? [id(call.value(index, as: Value.self))]
          : call.target(index, as: Value.self).map { [id($0)] }
      }
    }
    return switch key.element {
    case .integer: try read(Int64.self) { Int($0) }
    case .real: try read(Double.self) { Int($0) }
    case .target: try read(UInt.self, { Int($0) / 16 - 1 }, isPointer: true)
    default: try read(FakePoint.self) { Int($0.y) }
    }
  }
}

extension FakeCall {
  /// Yields a value of the key with the number of the binding.
  fileprivate func yield(_ id: Int, as key: CNamePlan.Key) {
    func yieldOne<Value: BitwiseCopyable>(_ value: Value) {
      if key.isArray { yield(FakeArray([value])) } else { yield(value) }
    }
    switch key.element {
    case .integer: yieldOne(Int64(id))
    case .real: yieldOne(Double(id))
    case .target: yieldOne(UInt(id + 1) * 16)
    default: yieldOne(FakePoint(x: 1, y: Double(id)))
    }
  }
}
