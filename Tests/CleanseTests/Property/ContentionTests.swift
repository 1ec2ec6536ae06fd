import CleanseTestSupport
@testable import Cleanse
@testable import CleanseGraph
import Foundation
import Testing

@Suite("Random graphs under contention")
struct ContentionTests {
  @Test("threads create each shared instance once, whatever the order of requests")
  func exactlyOnce() throws {
    let base = SeededGenerator.announcedSeed(for: "ContentionTests")
    for seed in base..<(base + 40) {
      var random = SeededGenerator(seed: seed)
      let plan = GraphPlan.shared(&random)
      let census = Census()
      do {
        let recording = Playing(plan, census, pause: 20).recording
        let root = try ComponentFactory<PlannedTop<Returns>>(recording).build(()).instance
        let orders = (0..<4).map { _ in root.held.indices.shuffled(using: &random) }
        let threads = orders.map { order in
          Thread { for index in order { _ = try? root.held[index].get() } }
        }
        threads.forEach { $0.start() }
        let deadline = Date.now.addingTimeInterval(60)
        while !threads.allSatisfy(\.isFinished) {
          guard Date.now < deadline else {
            Issue.record("CLEANSE_TEST_SEED=\(seed): the threads wait for each other\n\(plan)")
            return
          }
          usleep(100)
        }
        let twice = plan.bindings.indices.filter {
          plan.bindings[$0].isShared && census.made(by: $0) > 1
        }
        #expect(twice.isEmpty, "CLEANSE_TEST_SEED=\(seed)\n\(plan)")
        #expect(census.made > 1, "CLEANSE_TEST_SEED=\(seed)")
      }
      // A thread releases its work a moment after it is finished.
      let patience = Date.now.addingTimeInterval(10)
      while census.alive > 0, Date.now < patience { usleep(100) }
      #expect(census.alive == 0, "CLEANSE_TEST_SEED=\(seed)\n\(plan)")
    }
  }

  @Test("threads retry a failed factory, and create each shared instance once")
  func failing() throws {
    let base = SeededGenerator.announcedSeed(for: "ContentionTests, failing")
    var (thrown, shared) = (0, 0)
    for seed in base..<(base + 40) {
      var random = SeededGenerator(seed: seed)
      let plan = GraphPlan.shared(&random, effect: .throwing)
      let census = Census(random: SeededGenerator(seed: seed))
      do {
        let recording = Playing(plan, census, pause: 20).recording
        let root = try Self.root(of: plan, recording)
        let orders = (0..<4).map { _ in root.held.indices.shuffled(using: &random) }
        let values = Guarded([Int: Set<ObjectIdentifier>]())
        let threads = orders.map { order in
          Thread {
            for index in order {
              // Until it succeeds, which does not take long.
              while true {
                guard let outcome = try? root.held[index].get() else { continue }
                if case .instances(let found) = outcome {
                  for (_, instance) in found where plan.bindings[instance.binding].isShared {
                    values.withLock {
                      _ = $0[instance.binding, default: []].insert(ObjectIdentifier(instance))
                    }
                  }
                }
                break
              }
            }
          }
        }
        threads.forEach { $0.start() }
        let deadline = Date.now.addingTimeInterval(60)
        while !threads.allSatisfy(\.isFinished) {
          guard Date.now < deadline else {
            Issue.record("CLEANSE_TEST_SEED=\(seed): the threads wait for each other\n\(plan)")
            return
          }
          usleep(100)
        }
        let found = values.withLock { $0 }
        let wrong = plan.bindings.indices.filter {
          plan.bindings[$0].isShared
            && (census.made(by: $0) > 1 || found[$0].map { $0.count != 1 } ?? false)
        }
        #expect(wrong.isEmpty, "CLEANSE_TEST_SEED=\(seed)\n\(plan)")
        shared += found.count
        thrown += census.thrown
      }
      let patience = Date.now.addingTimeInterval(10)
      while census.alive > 0, Date.now < patience { usleep(100) }
      #expect(census.alive == 0, "CLEANSE_TEST_SEED=\(seed)\n\(plan)")
    }
    #expect(thrown > 10, "factories have to throw")
    #expect(shared > 80, "shared values have to be found")
  }

  /// The root, built as often as necessary.
  private static func root(of plan: GraphPlan, _ recording: Recording) throws -> Instance {
    func open<C: CallerEffect>(_: C.Type) throws -> Instance {
      let factory = try ComponentFactory<PlannedTop<C>>(recording)
      while true {
        if let root = try? factory.build(()) { return root.instance }
      }
    }
    return try open(callerEffect(for: plan.components[0].key.handled))
  }
}

extension GraphPlan {
  /// A valid plan of one component that shares all it can and whose root requests everything lazily.
  fileprivate static func shared(
    _ random: inout SeededGenerator, effect: Effect? = nil
  ) -> GraphPlan {
    var plan = GraphPlan.random(
      Style(
        componentCount: 1, bindingsPerComponent: 40, isFixed: true, mutations: 0, effect: effect),
      &random)
    let form = effect == nil ? Form.function : .throwing
    for id in plan.bindings.indices
    where ![.injector, .factory, .root].contains(plan.bindings[id].key.shape) {
      plan.bindings[id].isShared = true
    }
    let root = plan.components[0].root
    plan.bindings[root].requests = PlanOracle(plan).keys(of: 0)
      .filter { $0.shape != .root }
      .map { Request(key: $0, form: effect == nil && $0.tag != nil ? .tagged : form) }
    return plan
  }
}
