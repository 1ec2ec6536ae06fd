import CleansePluginMetadata
import CleanseProcesses
import CleanseSupport

/// The control groups that limit what the processes of islands use, those with the same set all together: of version 2, below the
/// group of the supervisor, which has to be delegated to it. (cgroups(7), Documentation/admin-guide/cgroup-v2.rst of Linux.)
struct ControlGroups {
  /// Why limits can't be enforced, as a clause.
  struct Failure: Error {
    let reason: String
  }

  /// Where the supervisor and its other processes are: a group with processes can't have limited groups below it.
  private static let leaf = "cleanse-application"
  private static let prefix = "cleanse-island-"
  /// The trial of a program numbers its sets as the program does that it is to replace.
  private static let trialPrefix = "cleanse-trial-"
  private static let controllers = ["cpu", "memory", "pids"]
  /// The time over which the use of processors is limited, in microseconds.
  private static let period = 100_000
  static let notMounted = "no file system of control groups of version 2 is mounted"
  /// How often processes are moved, as those that are moved start others.
  private static let mostRounds = 100

  /// The group that is delegated.
  private let directory: FilePath
  /// The beginning of the names of groups.
  private let prefix: String
  /// The groups that are to be removed, and could not be yet.
  private var released: Set<FilePath> = []

  /// Prepares the group of this process.
  ///
  /// - Parameter isTrial: Whether it is the trial of a program, whose group is that of its parent, a supervisor.
  init(isTrial: Bool = false) throws(Failure) {
    let membership = SystemPath.text(of: "/proc/self/cgroup")
    let mounts = SystemPath.text(of: "/proc/self/mountinfo")
    guard let own = Self.directory(membership, mounts) else {
      throw Failure(reason: Self.notMounted)
    }
    try self.init(preparing: own, process: isTrial ? getppid() : getpid(), isTrial: isTrial)
  }

  /// Prepares a group.
  ///
  /// - Parameters:
  ///   - own: The directory of the group of a process.
  ///   - process: The process. All others in its group have to be its descendants.
  ///   - isTrial: Whether the groups are those of a trial.
  init(preparing own: FilePath, process: pid_t, isTrial: Bool = false) throws(Failure) {
    prefix = isTrial ? Self.trialPrefix : Self.prefix
    let isPrepared = own.name.text == Self.leaf
    directory = Self.delegated(own)
    let missing = Self.missingControllers(in: directory)
    guard missing.isEmpty else {
      throw Failure(
        reason:
          "the control group \(directory) lacks \(missing.joined(separator: ", ")) (with systemd, `Delegate=cpu memory pids` delegates them)"
      )
    }
    if !isPrepared { try moveProcesses(of: process) }
    let enabled = directory.appending("cgroup.subtree_control")
    if !Set(Self.controllers).isSubset(of: Self.words(in: enabled).map(String.init)) {
      try Self.write(Self.controllers.map { "+\($0)" }.joined(separator: " "), to: enabled)
    }
    // Those in which a supervisor that serves starts processes are its own.
    if !isTrial { removeUnused() }
  }

  /// Removes the groups that supervisors have left which were killed. Those that have processes can't be removed.
  private func removeUnused() {
    for name in (try? Directory.entries(in: directory)) ?? []
    where [Self.prefix, Self.trialPrefix].contains(where: { name.bytes.starts(with: $0.utf8) }) {
      unsafe rmdir(directory.appending(name).cString)
    }
  }

  /// The group that is delegated, if a process of the supervisor is in a group.
  static func delegated(_ own: FilePath) -> FilePath {
    own.name.text == leaf ? own.removingLastComponent : own
  }

  /// The controllers that a group does not have, of those that limits need.
  static func missingControllers(in group: FilePath) -> [String] {
    let available = Set(words(in: group.appending("cgroup.controllers")).map(String.init))
    return controllers.filter { !available.contains($0) }
  }

  /// Where the first file system of version 2 is mounted; nil if none is.
  static func mountPoint(_ mounts: String) -> FilePath? {
    Self.mounts(in: mounts).first?.point
  }

  /// The file systems of version 2, each with the group that is mounted.
  ///
  /// - Parameter text: The text of `/proc/self/mountinfo`. (proc_pid_mountinfo(5).)
  private static func mounts(in text: String) -> [(root: FilePath, point: FilePath)] {
    text.split(separator: "\n").compactMap { mount in
      // Not a path: fields, of which the optional ones end with a hyphen.
      let fields = mount.split(separator: " ")
      guard fields.count > 4, let end = fields.firstIndex(of: "-"), end + 1 < fields.count,
        fields[end + 1] == "cgroup2"
      else { return nil }
      return (FilePath(String(fields[3])), FilePath(String(fields[4])))
    }
  }

  /// The directory of the group of version 2 that a process is in.
  ///
  /// - Parameters:
  ///   - membership: The text of `/proc/self/cgroup`.
  ///   - mounts: The text of `/proc/self/mountinfo`.
  static func directory(_ membership: String, _ mounts: String) -> FilePath? {
    guard let line = membership.split(separator: "\n").first(where: { $0.hasPrefix("0::/") })
    else { return nil }
    let group = FilePath(String(line.dropFirst("0::".utf8.count)))
    for (root, point) in Self.mounts(in: mounts) {
      if group == root { return point }
      if let below = root == .root ? group : group.below(root) {
        return point.appending(contentsOf: below.components)
      }
    }
    return nil
  }

  /// Moves the processes of the group to the leaf, so that groups below it can be limited.
  private func moveProcesses(of process: pid_t) throws(Failure) {
    let leaf = directory.appending(Self.leaf)
    try Self.create(leaf)
    for _ in 0..<Self.mostRounds {
      let processes = Self.words(in: directory.appending("cgroup.procs")).compactMap { pid_t($0) }
      guard !processes.isEmpty else { return }
      for other in processes where !ProcessStatus.isDescendant(other, of: process) {
        throw Failure(
          reason:
            "the control group \(directory) is not this program's alone: it has the process \(other)"
        )
      }
      for process in processes {
        // It may have ended.
        do { try Self.write("\(process)", to: leaf.appending("cgroup.procs")) } catch {
          guard kill(process, 0) != 0 else { throw error }
        }
      }
    }
    throw Failure(reason: "the processes of the control group \(directory) can't be moved")
  }

  /// Creates the group of the processes of an island that use a set, unless it exists, and sets its limits.
  ///
  /// - Returns: Its directory.
  mutating func group(
    of island: String, using set: SetNumber, _ limits: IslandLimits
  ) throws(Failure) -> FilePath {
    let group = path(of: island, using: set)
    released.remove(group)
    try Self.create(group)
    let quota = limits.processors.map { processors in
      "\(Int((min(max(processors, 0.01), 4096) * Double(Self.period)).rounded()))"
    }
    try Self.write("\(quota ?? "max") \(Self.period)", to: group.appending("cpu.max"))
    try Self.write(limits.memory.map { "\($0)" } ?? "max", to: group.appending("memory.max"))
    // Otherwise, it would use as much again of what is swapped out. Where nothing is, the file does not exist.
    let swap = group.appending("memory.swap.max")
    if unsafe access(swap.cString, F_OK) == 0 {
      try Self.write(limits.memory == nil ? "max" : "0", to: swap)
    }
    try Self.write(limits.processes.map { "\($0)" } ?? "max", to: group.appending("pids.max"))
    return group
  }

  private func path(of island: String, using set: SetNumber) -> FilePath {
    directory.appending("\(prefix)\(SetStore.fileName(of: island))-\(set.rawValue)")
  }

  /// Releases the group of the processes of an island that used a set, which have ended.
  mutating func release(_ island: String, using set: SetNumber) {
    released.insert(path(of: island, using: set))
    removeReleased()
  }

  /// Removes the released groups, but for those with processes that are still to end.
  mutating func removeReleased() {
    released = released.filter {
      unsafe rmdir($0.cString) != 0 && [EBUSY, ENOTEMPTY].contains(errno)
    }
  }

  /// Adds this process to a group.
  static func join(_ group: FilePath) throws(Failure) {
    try write("0", to: group.appending("cgroup.procs"))
  }

  private static func create(_ group: FilePath) throws(Failure) {
    guard unsafe mkdir(group.cString, 0o755) != 0, errno != EEXIST else { return }
    throw Failure(reason: "the control group \(group) can't be created: \(SystemError.last)")
  }

  private static func words(in file: FilePath) -> [Substring] {
    SystemPath.text(of: file.text).split { $0 == " " || $0 == "\n" }
  }

  private static func write(_ text: String, to file: FilePath) throws(Failure) {
    let descriptor = unsafe open(file.cString, O_WRONLY | O_CLOEXEC)
    do throws(SystemError) {
      guard descriptor >= 0 else { throw .last }
      defer { close(descriptor) }
      try writeAll(Array(text.utf8), to: descriptor)
    } catch {
      throw Failure(reason: "\(file) can't be set to \(text.quoted): \(error)")
    }
  }
}
