import CleanseTestSupport
@testable import Cleanse
import Foundation
import Testing

@Suite("Instances of a cycle under contention")
struct RevivalTests {
  @Test("there is one instance at a time, while threads reach for it and release it")
  func stress() async {
    let base = SeededGenerator.announcedSeed(for: "RevivalTests")
    var made = 0
    for seed in base..<(base + 20) {
      let graph = Graph(cells: 6, seed: seed)
      let done = Guarded(0)
      for thread in 0..<4 {
        Thread {
          var random = SeededGenerator(seed: seed &* 31 &+ UInt64(thread))
          for _ in 0..<20 { graph.play(steps: 100, &random) }
          done.withLock { $0 += 1 }
        }.start()
      }
      guard await waiting(for: { done.withLock { $0 == 4 } }) else {
        Issue.record("CLEANSE_TEST_SEED=\(seed): the threads wait for each other")
        return
      }
      #expect(graph.problems.withLock { $0 }.isEmpty, "CLEANSE_TEST_SEED=\(seed)")
      #expect(graph.storage.isUnreached, "CLEANSE_TEST_SEED=\(seed)")
      made += graph.made.withLock { $0 }
    }
    // Summed over all rounds, as the number in one round depends on the thread scheduler.
    #expect(made > 100 * 20 / 4, "instances have to be made again and again")
  }
}

/// Instances that depend on random ones with smaller numbers, and hold a provider of each.
private final class Graph: Sendable {
  let storage: ComponentStorage
  let problems = Guarded<[String]>([])
  let made = Guarded(0)
  private let count: Int
  private let needs: [[Int]]
  private let seen = Guarded<[Int: Weak]>([:])

  init(cells: Int, seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    count = cells
    needs = (0..<cells).map { cell in
      (0..<cell).filter { _ in Int.random(in: 0..<3, using: &random) == 0 }
    }
    storage = ComponentStorage(
      cellCount: cells, providers: nil, cyclicCells: Set((0..<cells).map { Cell($0) }))
    // As in `build`, so that the storage knows from the start what is reached.
    _ = Context(storage, level: Level(reaching: cells), parent: nil)
  }

  /// Calls providers of random instances, keeps some of the results, and releases the rest.
  func play(steps: Int, _ random: inout SeededGenerator) {
    var kept: [Member] = []
    for _ in 0..<steps {
      let target = Int.random(in: 0..<count, using: &random)
      let requester = kept.randomElement(using: &random)
      let context: Context
      if let requester {
        do {
          context = try requester.context.reaching(Level(reaching: target + 1), for: "")
        } catch {
          // The thread keeps the requester, so it is not gone.
          problems.withLock { $0.append("\(requester.cell) to \(target): \(error)") }
          continue
        }
      } else if let any = storage.context(
        reviving: Level(reaching: target + 1), for: nil, inside: nil)
      {
        context = any
      } else {
        continue
      }
      let member = member(target, in: context)
      check(member)
      if let requester, requester.cell <= target {
        check(self.member(requester.cell, in: context), is: requester)
      }
      if kept.count < 4, Bool.random(using: &random) { kept.append(member) }
      switch Int.random(in: 0..<12, using: &random) {
      case 0: kept = []
      case 1..<6 where !kept.isEmpty:
        kept.remove(at: Int.random(in: kept.indices, using: &random))
      default: break
      }
    }
  }

  private func member(_ cell: Int, in context: Context) -> Member {
    context.shared(cell: Cell(cell), weakSlot: nil) { context in
      made.withLock { $0 += 1 }
      return Member(
        cell: cell, needs: needs[cell].map { member($0, in: context) }, context: context)
    }
  }

  private func check(_ member: Member, is other: Member) {
    if member !== other { problems.withLock { $0.append("a second \(member.cell)") } }
  }

  /// The last instance seen for the cell is gone, or is this one.
  private func check(_ member: Member) {
    // The other instance is released outside of the lock.
    let other = seen.withLock { seen in
      let other = seen[member.cell]?.member
      seen[member.cell] = Weak(member: member)
      return other
    }
    if let other { check(member, is: other) }
  }

  private struct Weak: @unchecked Sendable {
    // Safety: guarded by the lock.
    weak var member: Member?
  }
}

private final class Member: Sendable {
  let cell: Int
  private let needs: [Member]
  let context: Context

  init(cell: Int, needs: [Member], context: Context) {
    self.cell = cell
    self.needs = needs
    self.context = context
  }
}
