import CleanseTestSupport
@testable import CleanseSupport
import Testing

@testable import Cleanse
@testable import CleanseGraph

/// Runs random services that fail, hang and end at random, and checks what each of them saw.
@Suite("Random services")
struct ServicePropertyTests {
  /// What one service does.
  private struct Plan: Sendable {
    enum Start: CaseIterable { case works, fails, isLate }
    enum End: CaseIterable { case waits, returns, fails }
    enum Stop: CaseIterable { case works, fails, isLate }
    let predecessors: [Int]
    let start: Start
    let end: End
    let stop: Stop
    let ending: ServiceSettings.Ending
  }

  /// The calls of services, in order, and what the test finds wrong with them at once.
  private final class Record: Sendable {
    enum State { case idle, starting, ready, stopping, done }

    struct Contents {
      var states: [State]
      var problems: [String] = []
      var running = 0
      /// Whether all have been ready at the same time.
      var haveStarted = false
      /// Whether all have stopped, so that nothing may happen any more.
      var isOver = false
    }

    let plans: [Plan]
    /// Also those of predecessors.
    let allPredecessors: [Set<Int>]
    let contents: TrackedMutex<Contents>

    init(_ plans: [Plan]) {
      self.plans = plans
      allPredecessors = plans.reduce(into: []) { sets, plan in
        sets.append(plan.predecessors.reduce(into: []) { $0.formUnion(sets[$1].union([$1])) })
      }
      contents = TrackedMutex(Contents(states: plans.map { _ in .idle }))
    }

    func enter(_ state: State, _ index: Int) {
      contents.withLock { contents in
        let known = contents.states
        func check(_ holds: Bool, _ problem: String) {
          if !holds { contents.problems.append("\(index): \(problem): \(known)") }
        }
        check(!contents.isOver, "is \(state) after the end")
        switch state {
        case .starting:
          check(known[index] == .idle || known[index] == .done, "starts twice")
          let missing = allPredecessors[index].filter {
            // One that is started again may have ended meanwhile.
            known[$0] != .ready && !(contents.haveStarted && plans[$0].ending == .restart)
          }
          check(missing.isEmpty, "starts before \(missing)")
        case .stopping:
          check(known[index] == .ready, "stops without having started")
          let left = plans.indices.filter {
            plans[$0].predecessors.contains(index)
              && (known[$0] == .ready || known[$0] == .starting)
          }
          // A service that is started again leaves those that depend on it running.
          check(left.isEmpty || plans[index].ending == .restart, "stops before \(left)")
        case .idle, .ready, .done: break
        }
        contents.states[index] = state
        if contents.states.allSatisfy({ $0 == .ready }) { contents.haveStarted = true }
      }
    }

    func run(_ index: Int) {
      contents.withLock { contents in
        contents.running += 1
        if !contents.haveStarted { contents.problems.append("\(index): runs before all are ready") }
        if contents.isOver { contents.problems.append("\(index): runs after the end") }
      }
    }
  }

  private struct Failed: Error {}

  private static func instance(_ index: Int, _ record: Record) -> ServiceInstance {
    let plan = record.plans[index]
    return ServiceInstance(
      start: {
        record.enter(.starting, index)
        await Task.yield()
        switch plan.start {
        case .works: break
        case .fails:
          record.enter(.done, index)
          throw Failed()
        case .isLate: try? await Task.sleep(for: .milliseconds(30))
        }
        record.enter(.ready, index)
      },
      run: {
        record.run(index)
        defer { record.contents.withLock { $0.running -= 1 } }
        switch plan.end {
        case .waits: try await waitForCancellation()
        case .returns: await Task.yield()
        case .fails: throw Failed()
        }
      },
      stop: {
        record.enter(.stopping, index)
        defer { record.enter(.done, index) }
        switch plan.stop {
        case .works: await Task.yield()
        case .fails: throw Failed()
        case .isLate: try? await Task.sleep(for: .milliseconds(30))
        }
      })
  }

  private static func plans(_ random: inout SeededGenerator) -> [Plan] {
    let faults = Double.random(in: 0...0.3, using: &random)
    func choose<Choice>(_ first: Choice, _ others: [Choice]) -> Choice {
      random.happens(faults) ? others.randomElement(using: &random) ?? first : first
    }
    return (0..<Int.random(in: 1...12, using: &random)).map { index in
      Plan(
        predecessors: (0..<index).filter { _ in random.happens(0.3) },
        start: choose(.works, [.fails, .isLate]), end: choose(.waits, [.returns, .fails]),
        stop: choose(.works, [.fails, .isLate]),
        ending: [.stopAll, .restart, .ignore].randomElement(using: &random) ?? .stopAll)
    }
  }

  @Test("start after their predecessors and stop before them, whatever fails")
  func order() async throws {
    try await urgently {
      let base = SeededGenerator.announcedSeed(for: "ServicePropertyTests.order")
      var records: [(seed: UInt64, record: Record)] = []
      for seed in base..<(base + 60) {
        var random = SeededGenerator(seed: seed)
        let record = Record(Self.plans(&random))
        let delay = Int.random(in: 0...20, using: &random)
        let isCancelled = random.happens(0.3)
        let keys = KeyTable()
        let services = record.plans.enumerated().map { index, plan in
          LinkedService(
            key: keys.key(of: Int.self), provenance: Provenance(),
            settings: ServiceSettings(
              startDeadline: .milliseconds(500), stopDeadline: .milliseconds(500),
              ending: plan.ending),
            predecessors: plan.predecessors, make: { _ in Self.instance(index, record) })
        }
        let runner = try ServiceRunner(services, in: .detached) { _ in }
        let task = Task {
          try await runner.start()
          await runner.run()
          try? await Task.sleep(for: .milliseconds(delay))
          await runner.stop()
        }
        if isCancelled {
          try await Task.sleep(for: .milliseconds(delay))
          task.cancel()
        }
        let result = await task.result
        let (problems, states, running) = record.contents.withLock { contents in
          contents.isOver = true
          return (contents.problems, contents.states, contents.running)
        }
        records.append((seed, record))
        let isOver = states.allSatisfy { $0 == .idle || $0 == .done } && running == 0
        let mustFail = record.plans.contains { $0.start == .fails && $0.ending != .restart }
        let hasStarted = (try? result.get()) != nil
        guard problems.isEmpty, isOver, !(mustFail && hasStarted) else {
          Issue.record(
            "CLEANSE_TEST_SEED=\(seed)\n\(problems)\n\(states) \(running)\n\(record.plans)")
          return
        }
      }
      // Longer than the first delay before a service is started again.
      try await Task.sleep(for: .milliseconds(200))
      for (seed, record) in records {
        let problems = record.contents.withLock(\.problems)
        #expect(problems.isEmpty, "CLEANSE_TEST_SEED=\(seed)\n\(problems)\n\(record.plans)")
      }
    }
  }

  // MARK: - The order in the graph

  /// The services that each one starts after, by the definition: those that a path of requests without another service
  /// leads to.
  private func expected(_ graph: BindingGraph) -> [BindingIndex: Set<BindingIndex>] {
    let services = Set(graph.bindingIndices.filter { graph[$0].service != nil })
    func reached(from start: BindingIndex) -> Set<BindingIndex> {
      var found: Set<BindingIndex> = []
      var seen: Set<BindingIndex> = []
      func visit(_ index: BindingIndex) {
        for dependency in graph.dependencies(of: graph[index]).map(\.id)
        where seen.insert(dependency).inserted && dependency != start {
          if services.contains(dependency) { found.insert(dependency) } else { visit(dependency) }
        }
      }
      visit(start)
      return found
    }
    return Dictionary(uniqueKeysWithValues: services.map { ($0, reached(from: $0)) })
  }

  @Test("have the predecessors that their dependencies determine")
  func predecessors() throws {
    let base = SeededGenerator.announcedSeed(for: "ServicePropertyTests.predecessors")
    for seed in base..<(base + 300) {
      var random = SeededGenerator(seed: seed)
      let keys = (0..<Int.random(in: 1...20, using: &random)).map {
        Key(type: "T\($0)", typeName: "T\($0)", isClass: true)
      }
      let forms: [RequestForm] = [.instance, .provider, .function, .optional, .weakProvider]
      let bindings = keys.enumerated().map { index, key in
        var binding = Binding(
          id: BindingIndex(index), component: 0, key: key, kind: .single, scope: "S",
          requests: keys.filter { _ in random.happens(0.1) }.map {
            Request(key: $0, form: forms.randomElement(using: &random) ?? .instance)
          }, source: .factory)
        if random.happens(0.5) { binding.service = ServiceSettings() }
        return binding
      }
      let graph = BindingGraph(
        components: [BindingGraph.Component(name: "C", scope: "S", root: keys[0])],
        bindings: bindings)
      let found = Dictionary(
        uniqueKeysWithValues: (graph.resolution.services[0] ?? []).map {
          ($0.binding, Set($0.predecessors))
        })
      guard found != expected(graph) else { continue }
      Issue.record("CLEANSE_TEST_SEED=\(seed)\n\(found)\n\(expected(graph))")
      return
    }
  }
}
