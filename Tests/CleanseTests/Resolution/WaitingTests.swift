import CleanseTestSupport
@testable import Cleanse
import Foundation
import Testing

/// An endless wait would leave its threads behind, so each test has its own limit.
@Suite("Waiting for another thread")
struct WaitingTests {
  @Test("of threads that would wait for each other, one gets an error", arguments: 2...4)
  func deadlock(count: Int) async {
    let storage = ComponentStorage(cellCount: count, providers: nil)
    let arrived = Guarded(0)
    let outcomes = Guarded<[Result<Int, any Error>]>([])
    for cell in 0..<count {
      Thread {
        let context = Context(storage, level: Level(reaching: count), parent: nil)
        let result = Result {
          try context.shared(cell: Cell(cell), weakSlot: nil) { _ throws in
            arrived.withLock { $0 += 1 }
            while arrived.withLock({ $0 < count }) { usleep(10) }
            // The next thread's instance, which is still missing if that thread gave up.
            return try context.shared(cell: Cell((cell + 1) % count), weakSlot: nil) { _ throws in 7
            }
          }
        }
        outcomes.withLock { $0.append(result) }
      }.start()
    }
    #expect(await waiting { outcomes.withLock { $0.count == count } })
    let errors = outcomes.withLock { outcomes in
      outcomes.compactMap { outcome -> (any Error)? in
        if case .failure(let error) = outcome { error } else { nil }
      }
    }
    #expect(errors.count == 1)
    #expect(
      (errors.first as? ResolutionError)?.underlying as? DeferredCallError
        == .deadlock(target: "Int"))
  }

  @Test("requesting an instance while its own thread creates it is an error")
  func sameThread() {
    let context = Context(
      ComponentStorage(cellCount: 1, providers: nil), level: 1, parent: nil)
    let error = #expect(throws: ResolutionError.self) {
      try context.shared(cell: 0, weakSlot: nil) { _ throws in
        try context.shared(cell: 0, weakSlot: nil) { _ throws in 1 } + 1
      }
    }
    #expect(error?.underlying as? DeferredCallError == .deadlock(target: "Int"))
    // The cell is free again.
    #expect(context.shared(cell: 0, weakSlot: nil) { _ in 3 } == 3)
  }

  @Test("a request that can't throw stops the program instead of waiting for itself")
  func stops() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let context = Context(
        ComponentStorage(cellCount: 1, providers: nil), level: 1, parent: nil)
      _ = context.shared(cell: 0, weakSlot: nil) { _ in
        context.shared(cell: 0, weakSlot: nil) { _ in 1 }
      }
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains(DeferredCallError.deadlock(target: "Int").description))
  }

  @Test("a deep chain that continues on another thread does not wait for itself")
  func deepStack() async {
    let finished = Guarded<(any Error)?>(nil)
    let isElsewhere = Guarded(false)
    let thread = Thread {
      let (origin, identity) = (pthread_self(), LogicalThread.current)
      let context = Context(
        ComponentStorage(cellCount: 1, providers: nil), level: 1, parent: nil)
      do {
        _ = try context.shared(cell: 0, weakSlot: nil) { _ throws in
          try DeepStack.call { () throws -> Int in
            isElsewhere.withLock {
              $0 = pthread_self() != origin && LogicalThread.current == identity
            }
            return try context.shared(cell: 0, weakSlot: nil) { _ throws in 1 }
          }
        }
      } catch {
        finished.withLock { $0 = error }
      }
    }
    // Less than the reserve for a factory, so that each call continues on another thread.
    thread.stackSize = 512 << 10
    thread.start()
    #expect(await waiting { finished.withLock { $0 != nil } })
    #expect(isElsewhere.withLock { $0 })
    let error = finished.withLock { $0 as? ResolutionError }
    #expect(error?.underlying as? DeferredCallError == .deadlock(target: "Int"))
  }

  @Test("threads that make random requests never hang, and create each instance once")
  func stress() async {
    let base = SeededGenerator.announcedSeed(for: "WaitingTests")
    for seed in base..<(base + 100) {
      let count = 5
      let storage = ComponentStorage(cellCount: count, providers: nil)
      // Keeps the instances alive, so that no identity is used again.
      let whole = Context(storage, level: Level(reaching: count), parent: nil)
      defer { withExtendedLifetime(whole) {} }
      let (done, made) = (Guarded(0), Guarded([Int: Set<ObjectIdentifier>]()))
      for thread in 0..<4 {
        Thread {
          let random = Guarded(SeededGenerator(seed: seed &* 31 &+ UInt64(thread)))
          @Sendable func roll(_ sides: Int) -> Int {
            random.withLock { Int.random(in: 0..<sides, using: &$0) }
          }
          let context = Context(storage, level: Level(reaching: count), parent: nil)
          @Sendable func instance(_ cell: Int, _ depth: Int) throws -> Contestant {
            try context.shared(cell: Cell(cell), weakSlot: nil) { _ throws in
              if roll(4) == 0 { usleep(20) }
              if depth < 4 {
                _ = try instance(roll(count), depth + 1)
              }
              return Contestant()
            }
          }
          for _ in 0..<20 {
            let cell = roll(count)
            guard let found = try? instance(cell, 0) else { continue }
            made.withLock { _ = $0[cell, default: []].insert(ObjectIdentifier(found)) }
          }
          done.withLock { $0 += 1 }
        }.start()
      }
      guard await waiting(for: { done.withLock { $0 == 4 } }) else {
        Issue.record("CLEANSE_TEST_SEED=\(seed): the threads wait for each other")
        return
      }
      let twice = made.withLock { $0.filter { $0.value.count > 1 } }
      #expect(twice.isEmpty, "CLEANSE_TEST_SEED=\(seed)")
    }
  }
}

private final class Contestant: Sendable {}
