import CleanseSupport
import CleanseTestSupport
import Glibc
@testable import CleanseSupervision
import Testing

@Suite("Whether limits of islands can be enforced")
struct LimitEnforcementTests {
  /// A directory that stands for a file system of control groups, with one group.
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    for group in ["", "a.service/"] {
      try directory.write("cpu memory pids\n", to: "\(group)cgroup.controllers")
      for file in ["cgroup.procs", "cgroup.subtree_control"] {
        try directory.write("", to: "\(group)\(file)")
      }
    }
  }

  private func enforcement(in group: String) -> LimitEnforcement {
    .of(
      membership: "0::\(group)\n",
      mounts: "31 30 0:27 / \(directory.path) rw - cgroup2 cgroup2 rw\n")
  }

  private var group: FilePath { FilePath(directory.path(of: "a.service")) }

  @Test("they can in a group that has the controllers and can be changed")
  func possible() {
    #expect(enforcement(in: "/a.service") == .possible(in: group))
    #expect(enforcement(in: "/a.service/cleanse-application") == .possible(in: group))
  }

  @Test("they can't in one without a controller, or that has gone, but maybe in another one")
  func here() throws {
    try directory.write("cpu memory\n", to: "a.service/cgroup.controllers")
    #expect(
      enforcement(in: "/a.service") == .impossibleHere("the control group \(group) lacks pids"))
    directory.remove("a.service/cgroup.procs")
    try directory.write("cpu memory pids\n", to: "a.service/cgroup.controllers")
    #expect(
      enforcement(in: "/a.service")
        == .impossibleHere("the control group \(group) is not this user's to change"))
  }

  @Test("they can't on a machine without version 2, or whose root lacks a controller")
  func nowhere() throws {
    #expect(
      LimitEnforcement.of(membership: "4:memory:/x\n", mounts: "")
        == .impossible("no file system of control groups of version 2 is mounted"))
    try directory.write("cpuset\n", to: "cgroup.controllers")
    #expect(
      enforcement(in: "/a.service")
        == .impossible("the control groups in \(directory.path) lack cpu, memory, pids"))
  }
}
