import CleanseSupport
import CProbe
import Glibc

/// What belongs to a whole process and can be put back by it: the working directory, the mask of
/// permissions, timers, limits, the priority and the processors, blocked signals, the locale, the mode of floating-point
/// numbers, how the standard streams wait, and what prctl(2) sets.
///
/// Taken before a plugin is loaded or configured, it undoes what the plugin did to all other code there. It
/// takes in also what can't be put back, so that this is found.
package struct ProcessSettings {
  /// A timer of setitimer(2), in microseconds.
  private struct Timer {
    var rest: Int
    var interval: Int
  }
  private struct Limit: Equatable {
    var soft: rlim_t
    var hard: rlim_t
  }

  private let directory: String
  /// As in the process's status: to ask the system for it is to change it for a moment.
  private let mask: String
  private let timers: [Timer]
  private var limits: [Limit?]
  private let priority: Int32
  private let attributes: [Int64]
  private let name: String
  private let blocked: [UInt8]
  private let locale: String
  private let numbers: FloatingPointMode
  private let schedule: Schedule
  private let streamFlags: [Int32]
  private let memoryScore: String
  /// What can't be put back, by what it is called.
  private let fixed: [(name: String, value: String)]
  private let clockTimers: Int

  /// The settings of this process, of the calling thread where threads have their own.
  package init() {
    let status = SystemPath.text(of: "/proc/thread-self/status")
    directory = SystemPath.target(ofLink: "/proc/self/cwd")
    mask = Self.field("Umask", of: status)
    timers = Self.timerNames.indices.map { Self.timer(Int32($0)) }
    limits = Self.currentLimits
    priority = getpriority(__priority_which_t(0), 0)
    attributes = Self.attributeNames.indices.map { cprobe_attribute(Int32($0)) }
    name = SystemPath.text(of: Self.nameFile)
    blocked = Self.blockedSignals()
    locale = unsafe setlocale(LC_ALL, nil).map { unsafe String(cString: $0) } ?? ""
    numbers = FloatingPointMode()
    schedule = Schedule()
    streamFlags = Self.streams.map { fcntl($0, F_GETFL) }
    memoryScore = SystemPath.text(of: Self.memoryScoreFile)
    let identity = ["Uid", "Gid", "Groups", "CapPrm", "CapEff", "CapBnd"]
      .map { Self.field($0, of: status) }
    fixed =
      [
        ("the user, with groups and capabilities,", identity.joined(separator: "; ")),
        ("the root directory", SystemPath.target(ofLink: "/proc/self/root")),
        ("the session, with the group,", "\(getsid(0)), \(getpgrp())"),
        ("the control group", SystemPath.text(of: "/proc/self/cgroup")),
      ]
      + Self.namespaces.map {
        ("the namespace \($0)", SystemPath.target(ofLink: "/proc/self/ns/\($0)"))
      }
    clockTimers = SystemPath.text(of: "/proc/self/timers").split(separator: "\n")
      .count { $0.hasPrefix("ID:") }
  }

  /// What is otherwise than it was, in lines for people.
  package func changes(since earlier: ProcessSettings) -> [String] {
    var changes: [String] = []
    func compare(_ what: String, _ now: String, _ before: String) {
      if now != before { changes.append("\(what) is \(now) and was \(before)") }
    }
    compare("the working directory", directory, earlier.directory)
    compare("the mask of permissions", mask, earlier.mask)
    for place in timers.indices where isSet(place, since: earlier) {
      changes.append("\(Self.timerNames[place]) is set")
    }
    if clockTimers > earlier.clockTimers { changes.append("a timer of a clock is set") }
    for (place, name) in Self.limitNames.enumerated() {
      compare("the limit of \(name)", Self.words(limits[place]), Self.words(earlier.limits[place]))
    }
    compare("the priority", "\(priority)", "\(earlier.priority)")
    compare("the name", name, earlier.name)
    for (place, name) in Self.attributeNames.enumerated() {
      compare(name, "\(attributes[place])", "\(earlier.attributes[place])")
    }
    if blocked != earlier.blocked { changes.append("other signals are blocked") }
    compare("the locale", locale, earlier.locale)
    if numbers != earlier.numbers { changes.append("floating-point numbers are treated otherwise") }
    compare("the schedule", "\(schedule)", "\(earlier.schedule)")
    for (place, stream) in Self.streams.enumerated() {
      let (now, before) = (streamFlags[place], earlier.streamFlags[place])
      if now >= 0, before >= 0 {
        compare("the flags of descriptor \(stream)", "\(now)", "\(before)")
      }
    }
    compare("the score of memory", memoryScore, earlier.memoryScore)
    for (now, before) in zip(fixed, earlier.fixed) { compare(now.name, now.value, before.value) }
    return changes
  }

  /// Puts back what can be.
  ///
  /// Other threads should not change such things meanwhile, as that would be put back as well.
  ///
  /// - Returns: What had changed, and what of that is still otherwise than it was.
  package func restore() -> (changes: [String], lasting: [String]) {
    // First of all, as one of open files keeps the rest from being looked at.
    let lowered = Self.currentLimits
    for (place, limit) in limits.enumerated() where lowered[place] != limit {
      if let limit { Self.set(limit, at: place) }
    }
    var now = ProcessSettings()
    now.limits = lowered
    let changes = now.changes(since: self)
    guard !changes.isEmpty else { return ([], []) }
    if now.directory != directory { unsafe chdir(directory) }
    if now.mask != mask, let mask = mode_t(mask, radix: 8) { umask(mask) }
    for place in timers.indices where now.isSet(place, since: self) { setTimer(place) }
    if now.priority != priority { setpriority(__priority_which_t(0), 0, priority) }
    for (place, value) in attributes.enumerated() where now.attributes[place] != value {
      cprobe_set_attribute(Int32(place), value)
    }
    if now.name != name { Self.write(name, to: Self.nameFile) }
    if now.locale != locale { unsafe setlocale(LC_ALL, locale) }
    if now.numbers != numbers { numbers.restore() }
    if now.schedule != schedule { schedule.restore() }
    for (place, stream) in Self.streams.enumerated()
    where now.streamFlags[place] != streamFlags[place] && streamFlags[place] >= 0 {
      _ = fcntl(stream, F_SETFL, streamFlags[place])
    }
    if now.memoryScore != memoryScore { Self.write(memoryScore, to: Self.memoryScoreFile) }
    if now.blocked != blocked { setBlockedSignals() }
    return (changes, ProcessSettings().changes(since: self))
  }
}

extension ProcessSettings {
  private static let timerNames = [
    "a timer of real time", "a timer of computing time", "a timer of profiling",
  ]

  private static func timer(_ place: Int32) -> Timer {
    var timer = itimerval()
    unsafe getitimer(__itimer_which_t(UInt32(place)), &timer)
    func microseconds(_ time: timeval) -> Int { time.tv_sec * 1_000_000 + Int(time.tv_usec) }
    return Timer(
      rest: microseconds(timer.it_value), interval: microseconds(timer.it_interval))
  }

  /// Whether somebody has set a timer meanwhile: one that runs gets nearer to its end by itself.
  private func isSet(_ place: Int, since earlier: ProcessSettings) -> Bool {
    let (now, before) = (timers[place], earlier.timers[place])
    return now.interval != before.interval || now.rest > before.rest
  }

  private func setTimer(_ place: Int) {
    func time(_ microseconds: Int) -> timeval {
      timeval(tv_sec: microseconds / 1_000_000, tv_usec: microseconds % 1_000_000)
    }
    var timer = itimerval(
      it_interval: time(timers[place].interval), it_value: time(timers[place].rest))
    unsafe setitimer(__itimer_which_t(UInt32(place)), &timer, nil)
  }

  /// By their numbers. (bits/resource.h.)
  private static let limitNames = [
    "computing time", "the size of files", "data", "the stack", "core files", "resident memory",
    "processes", "open files", "locked memory", "address space", "file locks", "waiting signals",
    "message queues", "nice values", "real-time priorities", "real time",
  ]

  private static var currentLimits: [Limit?] { limitNames.indices.map(limit) }

  private static func limit(_ place: Int) -> Limit? {
    var limit = rlimit()
    guard unsafe getrlimit(__rlimit_resource_t(UInt32(place)), &limit) == 0 else { return nil }
    return Limit(soft: limit.rlim_cur, hard: limit.rlim_max)
  }

  private static func set(_ limit: Limit, at place: Int) {
    var value = rlimit(rlim_cur: limit.soft, rlim_max: limit.hard)
    guard unsafe setrlimit(__rlimit_resource_t(UInt32(place)), &value) != 0 else { return }
    // Not everybody may raise the hard one again.
    guard let now = Self.limit(place) else { return }
    value = rlimit(rlim_cur: min(limit.soft, now.hard), rlim_max: now.hard)
    unsafe setrlimit(__rlimit_resource_t(UInt32(place)), &value)
  }

  private static func words(_ limit: Limit?) -> String {
    func word(_ value: rlim_t) -> String { value == rlim_t.max ? "unlimited" : "\(value)" }
    guard let limit else { return "unknown" }
    return limit.soft == limit.hard
      ? word(limit.soft) : "\(word(limit.soft)), at most \(word(limit.hard))"
  }

  private static let attributeNames: [String] = {
    var names: [String] = []
    // The texts are constants.
    while let name = unsafe cprobe_attribute_name(Int32(names.count)) {
      unsafe names.append(String(cString: name))
    }
    return names
  }()

  private static let nameFile = "/proc/thread-self/comm"

  private static let memoryScoreFile = "/proc/self/oom_score_adj"
  private static let streams = [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
  private static let namespaces = [
    "cgroup", "ipc", "mnt", "net", "pid_for_children", "time_for_children", "user", "uts",
  ]

  /// What could not be written is found by the comparison that follows.
  private static func write(_ text: String, to path: String) {
    let file = unsafe open(path, O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { return }
    _ = unsafe Glibc.write(file, text, text.utf8.count)
    close(file)
  }

  private static func blockedSignals() -> [UInt8] {
    var blocked = sigset_t()
    unsafe pthread_sigmask(SIG_SETMASK, nil, &blocked)
    return unsafe withUnsafeBytes(of: &blocked) { unsafe Array($0) }
  }

  private func setBlockedSignals() {
    var signals = sigset_t()
    unsafe withUnsafeMutableBytes(of: &signals) { unsafe $0.copyBytes(from: blocked) }
    unsafe pthread_sigmask(SIG_SETMASK, &signals, nil)
  }

  private static func field(_ name: String, of status: String) -> String {
    let line = status.split(separator: "\n").first { $0.hasPrefix("\(name):") }
    return (line?.dropFirst(name.count + 1) ?? "").split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
  }
}
