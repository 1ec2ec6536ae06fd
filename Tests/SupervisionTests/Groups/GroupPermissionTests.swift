import CleanseProcesses
import Glibc
@testable import CleanseSupervision
import Testing

/// Plugins that crash must not get back what they may not do any more.
@Suite("The permissions of a group that goes back")
struct GroupPermissionTests {
  private func scenario(_ first: String?, _ second: String?) -> GroupSets {
    var sets = GroupSets(limit: CrashLimit(count: 3, within: .seconds(60)))
    sets.serve(.init(number: SetNumber(rawValue: 1), files: "1", permissions: first), at: 0)
    sets.serve(.init(number: SetNumber(rawValue: 2), files: "2", permissions: second), at: 1)
    return sets
  }

  // A plugin that ended three times after a reload with fewer permissions had the earlier ones again.
  @Test(
    "are never those of a set with others",
    arguments: [("a", "b"), (nil, "b"), ("a", nil)] as [(String?, String?)])
  func others(first: String?, second: String?) {
    var sets = scenario(first, second)
    for time in 2...4 as ClosedRange<UInt64> {
      let goesBack = sets.end(of: SetNumber(rawValue: 2), because: nil, at: time)
      #expect(!goesBack)
    }
    #expect(sets.served?.number == SetNumber(rawValue: 2))
  }

  @Test("can be those of a set with the same")
  func same() {
    var sets = scenario("a", "a")
    let results = (2...4 as ClosedRange<UInt64>).map { time in
      sets.end(of: SetNumber(rawValue: 2), because: nil, at: time)
    }
    #expect(results == [false, false, true])
  }

  @Test("of a set before the last one don't count either, if they are others")
  func earlier() {
    var sets = scenario("a", "a")
    sets.serve(
      .init(number: SetNumber(rawValue: 3), files: "3", hasLosses: true, permissions: "a"), at: 2)
    sets.serve(.init(number: SetNumber(rawValue: 4), files: "4", permissions: "b"), at: 3)
    #expect(sets.previous == nil)
  }

  @Test("are what a worker has reported before it has loaded plugins")
  func reported() {
    var worker = GroupWorker(
      since: 0, deadline: 1, set: GroupSets.Choice(number: SetNumber(rawValue: 1), isNew: true))
    worker.take(permissions: "a")
    worker.loadTime = 1
    worker.take(permissions: "b")
    #expect(worker.permissions == "a")
  }
}
