@testable import Cleanse
import Foundation
import Testing

@Suite("Random graphs under contention")
struct ContentionTests {
  @Test("make each shared instance once, whatever threads ask for in whatever order")
  func exactlyOnce() throws {
    let base = SeededGenerator.announcedSeed(for: "ContentionTests")
    for seed in base..<(base + 40) {
      var random = SeededGenerator(seed: seed)
      let plan = GraphPlan.shared(&random)
      let census = Census()
      do {
        let recording = Playing(plan, census, pause: 20).recording
        let root = try ComponentFactory<PlannedTop>(recording).build(()).instance
        let orders = (0..<4).map { _ in root.held.indices.shuffled(using: &random) }
        let threads = orders.map { order in
          Thread { for index in order { _ = root.held[index].get() } }
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
      // A thread lets go of its work a moment after it is finished.
      let patience = Date.now.addingTimeInterval(10)
      while census.alive > 0, Date.now < patience { usleep(100) }
      #expect(census.alive == 0, "CLEANSE_TEST_SEED=\(seed)\n\(plan)")
    }
  }
}

extension GraphPlan {
  /// A sound plan of one component that shares all it can and whose root reaches everything late.
  fileprivate static func shared(_ random: inout SeededGenerator) -> GraphPlan {
    var plan = GraphPlan.random(
      Style(componentCount: 1, bindingsPerComponent: 40, isMended: true, mutations: 0), &random)
    for id in plan.bindings.indices
    where ![.injector, .factory, .root].contains(plan.bindings[id].key.shape) {
      plan.bindings[id].isShared = true
    }
    let root = plan.components[0].root
    plan.bindings[root].requests = PlanOracle(plan).keys(of: 0)
      .filter { $0.shape != .root }
      .map { Request(key: $0, form: $0.tag == nil ? .function : .tagged) }
    return plan
  }
}
