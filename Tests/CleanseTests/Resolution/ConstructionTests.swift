@testable import Cleanse
import Foundation
import Testing

@Suite("Constructions")
struct ConstructionTests {
  private let storage = ComponentStorage(cellCount: 4, providers: nil, cyclicCells: [0, 1, 2, 3])

  private func context(_ level: Level = 4) -> Context {
    Context(storage, level: level, parent: nil)
  }

  @Test("a factory can't call a provider that it requested")
  func early() {
    // Also if the context reaches the target, which would be created endlessly otherwise.
    for level: Level in [0, 4] {
      #expect(throws: DeferredCallError.tooEarly(requester: "Manager", target: "Session")) {
        try context(level).constructing(1, step: { .named("Manager") }) { context throws in
          _ = try context.reaching(2, for: "Session")
        }
      }
    }
  }

  @Test("a finished construction blocks nothing, whether it returned or threw")
  func finished() throws {
    let returned = context().constructing(1, step: { .named("Manager") }) { $0 }
    #expect(returned.construction?.isFinished == true)
    #expect(try returned.reaching(4, for: "Session") === returned)
    var threw: Context?
    #expect(throws: CancellationError.self) {
      try context().constructing(1, step: { .named("Manager") }) { context throws in
        threw = context
        throw CancellationError()
      }
    }
    #expect(threw?.construction?.unfinished == nil)
    #expect(Construction.innermost == nil)
  }

  @Test("a part of an unfinished value can't be used before the whole is finished")
  func nested() throws {
    let part = try context().constructing(1, step: { .named("Manager") }) {
      outer throws -> Context in
      let part = outer.constructing(2, step: { .named("Part") }) { inner in
        #expect(inner.construction?.unfinished?.step.name == "Part")
        #expect(inner.construction?.parent?.step.name == "Manager")
        return inner
      }
      #expect(part.construction?.unfinished?.step.name == "Manager")
      #expect(throws: DeferredCallError.tooEarly(requester: "Manager", target: "Session")) {
        try part.reaching(4, for: "Session")
      }
      return part
    }
    #expect(try part.reaching(4, for: "Session") === part)
    #expect(part.construction?.parent == nil)
  }

  @Test("an ancestor's unfinished construction counts in a subcomponent")
  func outward() {
    context().constructing(1, step: { .named("Manager") }) { context in
      let inner = Context(
        ComponentStorage(cellCount: 0, providers: nil), level: 0, parent: context)
      #expect(throws: DeferredCallError.tooEarly(requester: "Manager", target: "Session")) {
        try inner.reaching(4, levels: 1, for: "Session")
      }
      #expect(inner.runningStep(levels: 1)?.name == "Manager")
      #expect(inner.runningStep(levels: 0) == nil)
    }
  }

  @Test("a complete shared instance can be used while its first requester is being created")
  func shared() throws {
    try context().constructing(1, step: { .named("Manager") }) { context throws in
      let instance = context.shared(cell: 0, weakSlot: nil) { $0 }
      let reached = try instance.reaching(2, for: "Session")
      #expect(reached.level == 2)
    }
  }

  @Test("a shared instance that is being created reports that to its own parts")
  func sharedParts() {
    context().shared(cell: 0, weakSlot: nil) { context in
      context.constructing(1, step: { .named("Manager") }) { context in
        let part = context.constructing(2, step: { .named("Part") }) { $0 }
        #expect(throws: DeferredCallError.tooEarly(requester: "Manager", target: "Session")) {
          try part.reaching(4, for: "Session")
        }
      }
    }
  }

  @Test("a binding that is created during its own construction is rejected")
  func repeated() {
    let whole = context()
    let provider = whole.shared(cell: 0, weakSlot: nil) { $0 }
    func manager(_ depth: Int) throws -> Int {
      try whole.constructing(1, step: { .named("Manager") }) { context throws in
        // A complete shared instance's provider, called by a factory that its target needs.
        _ = try provider.reaching(2, for: "Session")
        guard depth < 100 else { return depth }
        return try manager(depth + 1)
      }
    }
    let error = #expect(throws: ResolutionError.self) { try manager(0) }
    #expect(error?.underlying as? DeferredCallError == .deadlock(target: "Manager"))
    // No state is left of it.
    #expect(whole.constructing(1, step: { .named("Manager") }) { _ in 1 } == 1)
  }

  @Test("the same binding of another component instance is another value")
  func otherInstance() {
    let other = ComponentStorage(cellCount: 0, providers: nil)
    let made = context().constructing(1, step: { .named("Manager") }) { _ in
      Context(other, level: 0, parent: nil).constructing(1, step: { .named("Manager") }) { _ in 1 }
    }
    #expect(made == 1)
  }

  @Test("an asynchronous factory counts until it has returned")
  func awaited() async throws {
    let inner = try await context().constructingAwaiting(1, step: { .named("Manager") }) {
      context in
      await Task.yield()
      #expect(throws: DeferredCallError.tooEarly(requester: "Manager", target: "Session")) {
        try context.reaching(4, for: "Session")
      }
      let error = await #expect(throws: ResolutionError.self) {
        try await context.constructingAwaiting(1, step: { .named("Manager") }) { _ in }
      }
      #expect(error?.underlying as? DeferredCallError == .deadlock(target: "Manager"))
      return context
    }
    #expect(try inner.reaching(4, for: "Session") === inner)
    await #expect(throws: CancellationError.self) {
      try await context().constructingAwaiting(1, step: { .named("Manager") }) { _ in
        throw CancellationError()
      }
    }
    #expect(Construction.innermost == nil)
  }

  @Test("finished parents are released, and a long chain of them needs no stack")
  func chains() async {
    let finished = Guarded(false)
    let thread = Thread {
      var chain = Construction(of: 0, in: storage) { .named("outermost") }
      weak let outermost = chain
      var all = [chain]
      for _ in 0..<100_000 {
        chain = Construction(of: 1, in: storage, parent: chain) { .named("") }
        all.append(chain)
      }
      for construction in all.dropFirst().reversed() { construction.finish() }
      #expect(chain.unfinished?.step.name == "outermost")
      all.first?.finish()
      // The constructions in between still refer to each other, and are released from the innermost on.
      all = []
      #expect(outermost == nil || chain.unfinished == nil)
      #expect(chain.parent == nil)
      #expect(outermost == nil)
      let longer = (0..<100_000).reduce(Construction(of: 0, in: storage) { .named("") }) {
        parent, _ in
        Construction(of: 1, in: storage, parent: parent) { .named("") }
      }
      #expect(!longer.isFinished)
      finished.withLock { $0 = true }
    }
    thread.stackSize = 512 << 10
    thread.start()
    #expect(await waiting { finished.withLock { $0 } })
  }

  @Test("a construction holds neither a context nor a component instance")
  func references() {
    weak var storage: ComponentStorage?
    let construction: Construction?
    do {
      let own = ComponentStorage(cellCount: 1, providers: nil, cyclicCells: [0])
      storage = own
      let context = Context(own, level: 1, parent: nil)
      construction = context.constructing(1, step: { .named("Manager") }) { $0.construction }
    }
    #expect(storage == nil)
    #expect(construction?.step.name == "Manager")
  }

  @Test("a deep chain that continues on another thread is still the same construction")
  func deep() async {
    let seen = Guarded<String?>(nil)
    let thread = Thread {
      context().constructing(1, step: { .named("Manager") }) { _ in
        DeepStack.call { seen.withLock { $0 = Construction.innermost?.step.name ?? "none" } }
      }
    }
    thread.stackSize = 512 << 10
    thread.start()
    #expect(await waiting { seen.withLock { $0 != nil } })
    #expect(seen.withLock { $0 } == "Manager")
  }
}

extension ResolutionError.Step {
  fileprivate static func named(_ name: String) -> Self {
    Self(name: name, location: nil, provenance: Provenance())
  }
}

/// Waits until the condition holds, long enough for a busy machine.
func waiting(for condition: () -> Bool) async -> Bool {
  let deadline = Date.now.addingTimeInterval(60)
  while !condition() {
    guard Date.now < deadline else { return false }
    try? await Task.sleep(for: .milliseconds(1))
  }
  return true
}
