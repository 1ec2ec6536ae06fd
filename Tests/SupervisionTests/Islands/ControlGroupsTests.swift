import CleansePluginMetadata
import CleanseSupport
import CleanseTestSupport
import Glibc
@testable import CleanseSupervision
import Testing

@Suite("Control groups of islands")
struct ControlGroupsTests {
  /// A directory with the files of a control group, which takes what is written to them.
  private struct MadeUpGroup {
    let directory: TemporaryDirectory
    var path: FilePath { FilePath(directory.path) }

    init(controllers: String = "cpuset cpu io memory pids", processes: [pid_t] = []) throws {
      directory = try TemporaryDirectory()
      try directory.write(controllers + "\n", to: "cgroup.controllers")
      try directory.write("", to: "cgroup.subtree_control")
      try directory.write(processes.map { "\($0)\n" }.joined(), to: "cgroup.procs")
    }

    func text(_ file: String) -> String { SystemPath.text(of: "\(directory.path)/\(file)") }
  }

  private static let mounts = """
    24 1 0:22 / /sys rw,nosuid - sysfs sysfs rw
    30 24 0:26 / /sys/fs/cgroup ro,nosuid shared:4 - tmpfs tmpfs ro,mode=755
    31 30 0:27 / /sys/fs/cgroup/unified rw,nosuid shared:5 master:2 - cgroup2 cgroup2 rw
    """

  @Test(
    "are below the group of the process, wherever the file system is mounted",
    arguments: [
      ("0::/", mounts, "/sys/fs/cgroup/unified"),
      (
        "4:memory:/x\n0::/system.slice/host.service", mounts,
        "/sys/fs/cgroup/unified/system.slice/host.service"
      ),
      ("0::/a/b", "31 30 0:27 /a /sys/fs/cgroup rw - cgroup2 cgroup rw", "/sys/fs/cgroup/b"),
      ("0::/a", "31 30 0:27 /a /sys/fs/cgroup rw - cgroup2 cgroup rw", "/sys/fs/cgroup"),
    ])
  func directories(membership: String, mounts: String, expected: String) {
    #expect(ControlGroups.directory(membership, mounts)?.text == expected)
  }

  @Test(
    "are not there without version 2",
    arguments: [
      ("4:memory:/x", mounts), ("", ""),
      ("0::/", "31 30 0:27 / /sys/fs/cgroup rw - cgroup cgroup rw"),
      ("0::/b", "31 30 0:27 /a /sys/fs/cgroup rw - cgroup2 cgroup rw"), ("0::/", "31 30 - cgroup2"),
    ])
  func none(membership: String, mounts: String) {
    #expect(ControlGroups.directory(membership, mounts) == nil)
  }

  @Test("need the controllers")
  func controllers() throws {
    let group = try MadeUpGroup(controllers: "cpuset memory")
    let error = #expect(throws: ControlGroups.Failure.self) {
      try ControlGroups(preparing: group.path, process: getpid())
    }
    #expect(
      error?.reason
        == "the control group \(group.path) lacks cpu, pids (with systemd, `Delegate=cpu memory pids` delegates them)"
    )
    #expect(group.text("cgroup.subtree_control").isEmpty)
  }

  @Test("need a group that has no process of another program")
  func others() throws {
    let group = try MadeUpGroup(processes: [1])
    let error = #expect(throws: ControlGroups.Failure.self) {
      try ControlGroups(preparing: group.path, process: getpid())
    }
    #expect(
      error?.reason
        == "the control group \(group.path) is not this program's alone: it has the process 1")
  }

  @Test("limit what the settings limit, and nothing else")
  func limits() throws {
    let group = try MadeUpGroup()
    var groups = try ControlGroups(preparing: group.path, process: getpid())
    #expect(group.text("cgroup.subtree_control") == "+cpu +memory +pids")
    var limits = IslandLimits()
    (limits.memory, limits.processors) = (64 << 20, 0.5)
    // The file system of control groups has the files in each directory.
    let name = "cleanse-island-" + SetStore.fileName(of: "web") + "-2"
    for file in ["cpu.max", "memory.max", "pids.max"] {
      try group.directory.write("", to: "\(name)/\(file)")
    }
    let directory = try groups.group(of: "web", using: SetNumber(rawValue: 2), limits)
    #expect(directory == group.path.appending(name))
    #expect(group.text("\(name)/cpu.max") == "50000 100000")
    #expect(group.text("\(name)/memory.max") == "67108864")
    #expect(group.text("\(name)/pids.max") == "max")
  }

  // The old process had the limits of the new one, and the new one none if the reload failed meanwhile.
  @Test("are one for each set that processes of an island use, and go with them")
  func sets() throws {
    let group = try MadeUpGroup()
    var groups = try ControlGroups(preparing: group.path, process: getpid())
    let name = "cleanse-island-" + SetStore.fileName(of: "web")
    for set in [1, 2] {
      for file in ["cpu.max", "memory.max", "pids.max"] {
        try group.directory.write("", to: "\(name)-\(set)/\(file)")
      }
      var limits = IslandLimits()
      limits.processes = 16 * set
      _ = try groups.group(of: "web", using: SetNumber(rawValue: set), limits)
    }
    #expect(group.text("\(name)-1/pids.max") == "16")
    #expect(group.text("\(name)-2/pids.max") == "32")
    for file in ["cpu.max", "memory.max", "pids.max"] {
      group.directory.remove("\(name)-1/\(file)")
    }
    groups.release("web", using: SetNumber(rawValue: 1))
    #expect(access("\(group.path)/\(name)-1", F_OK) != 0)
    #expect(access("\(group.path)/\(name)-2", F_OK) == 0)
  }

  // It was tried once, while children of the worker were still ending: each reload left a group.
  @Test("are removed when the last process in them has ended")
  func lastProcess() throws {
    let group = try MadeUpGroup()
    var groups = try ControlGroups(preparing: group.path, process: getpid())
    let names = [1, 2].map { "cleanse-island-\(SetStore.fileName(of: "web"))-\($0)" }
    for name in names { try group.directory.write("", to: "\(name)/pids.max") }
    for set in [1, 2] { groups.release("web", using: SetNumber(rawValue: set)) }
    #expect(names.map { access("\(group.path)/\($0)", F_OK) } == [0, 0])
    for name in names { group.directory.remove("\(name)/pids.max") }
    // It is used again before the former processes have ended.
    _ = try? groups.group(of: "web", using: SetNumber(rawValue: 2), IslandLimits())
    groups.removeReleased()
    #expect(names.map { access("\(group.path)/\($0)", F_OK) } == [-1, 0])
  }

  @Test("that a supervisor has left which was killed are removed by the next one")
  func left() throws {
    let group = try MadeUpGroup()
    let directories = ["cleanse-island-1-1", "cleanse-trial-1-1", "another"].map {
      group.path.appending($0)
    }
    for directory in directories { mkdir(directory.text, 0o755) }
    _ = try ControlGroups(preparing: group.path, process: getpid())
    #expect(directories.map { access($0.text, F_OK) == 0 } == [false, false, true])
  }

  // A trial had no limits, so another program replaced this one that could not enforce them.
  @Test("of a trial are others, next to those of the program that it tries to replace")
  func trial() throws {
    let group = try MadeUpGroup()
    let used = group.path.appending("cleanse-island-1-1")
    mkdir(used.text, 0o755)
    var groups = try ControlGroups(preparing: group.path, process: getpid(), isTrial: true)
    #expect(access(used.text, F_OK) == 0)
    #expect(group.text("cgroup.subtree_control") == "+cpu +memory +pids")
    let name = "cleanse-trial-" + SetStore.fileName(of: "web") + "-1"
    for file in ["cpu.max", "memory.max", "pids.max"] {
      try group.directory.write("", to: "\(name)/\(file)")
    }
    let directory = try groups.group(of: "web", using: SetNumber(rawValue: 1), IslandLimits())
    #expect(directory == group.path.appending(name))
  }

  @Test("say which file can't be set")
  func unwritable() throws {
    let group = try MadeUpGroup()
    var groups = try ControlGroups(preparing: group.path, process: getpid())
    let error = #expect(throws: ControlGroups.Failure.self) {
      try groups.group(of: "web", using: SetNumber(rawValue: 2), IslandLimits())
    }
    #expect(
      error?.reason.hasSuffix("/cpu.max can't be set to `max 100000`: No such file or directory")
        == true)
  }

  @Test("are found again by a program that replaces this one, which is in the leaf")
  func again() throws {
    let group = try MadeUpGroup(processes: [1])
    var groups = try ControlGroups(
      preparing: group.path.appending("cleanse-application"), process: getpid())
    let error = #expect(throws: ControlGroups.Failure.self) {
      try groups.group(of: "web", using: SetNumber(rawValue: 2), IslandLimits())
    }
    #expect(error?.reason.hasPrefix("\(group.path)/cleanse-island-") == true)
  }
}

@Suite("Descendants of a process")
struct ProcessDescendantTests {
  @Test("are those that it has started")
  func descendants() {
    #expect(ProcessStatus.isDescendant(getpid(), of: getpid()))
    #expect(ProcessStatus.isDescendant(getpid(), of: getppid()))
    #expect(!ProcessStatus.isDescendant(getppid(), of: getpid()))
    #expect(!ProcessStatus.isDescendant(-1, of: getpid()))
  }
}
