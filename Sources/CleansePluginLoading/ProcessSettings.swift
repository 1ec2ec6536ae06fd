import CleanseSupport
import CCleanseProbe

/// The restorable settings of a whole process: the working directory, the umask, timers, limits, the priority
/// and the processors, blocked signals, the locale, the floating-point mode, whether the standard streams
/// block, how SIGINT and SIGTERM are handled, and what prctl(2) can set.
///
/// Taken before a plugin is loaded or configured, a value can undo the changes that the plugin made for all
/// other code. It also contains settings that can't be restored, so that changes to them are found.
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

  /// Nil if it can't be read.
  private let directory: FilePath?
  /// Nil if it is unknown.
  private let mask: mode_t?
  private let timers: [Timer]
  private let limits: [Limit?]
  private let priority: Int32
  private let attributes: [Int64]
  /// As bytes: the kernel cuts a longer name anywhere.
  private let name: [UInt8]
  private let blocked: [UInt8]
  private let termination: TerminationHandling
  private let locale: String
  private let numbers: FloatingPointMode
  private let schedule: Schedule
  private let streamFlags: [Int32]
  /// Empty if it can't be read, as in a process without a free descriptor.
  private let memoryScore: String
  private let fixed: FixedSettings
  /// What is compared after each of many plugins; nil unless the settings are.
  private let fingerprint: SettingsFingerprint?

  /// Reads the settings of this process; for per-thread settings, those of the calling thread.
  package init() {
    self.init(forManyPlugins: false)
  }

  /// Reads the settings, to compare them after each of many plugins.
  static func forManyPlugins() -> ProcessSettings {
    ProcessSettings(forManyPlugins: true)
  }

  private init(forManyPlugins hasFingerprint: Bool) {
    let status = ThreadStatus()
    self.init(Self.currentLimits, status.mask, FixedSettings(status), hasFingerprint)
  }

  private init(
    _ limits: [Limit?], _ mask: mode_t?, _ fixed: FixedSettings, _ hasFingerprint: Bool
  ) {
    (self.limits, self.mask, self.fixed) = (limits, mask, fixed)
    fingerprint =
      hasFingerprint ? mask.flatMap { SettingsFingerprint(expectingMask: $0) } : nil
    directory = (try? SystemPath.workingDirectory()) ?? SystemPath.target(ofLink: "/proc/self/cwd")
    timers = Self.timerNames.indices.map { Self.timer(Int32($0)) }
    priority = getpriority(__priority_which_t(0), 0)
    attributes = ProcessAttribute.restorable.map(\.value)
    name = Self.threadName()
    blocked = Self.blockedSignals()
    termination = TerminationHandling()
    locale = unsafe setlocale(LC_ALL, nil).map { unsafe String(cString: $0) } ?? ""
    numbers = FloatingPointMode()
    schedule = Schedule()
    streamFlags = Self.streams.map { fcntl($0, F_GETFL) }
    memoryScore = SystemPath.text(of: Self.scorePath)
  }

  /// The differences from earlier settings, as lines of text.
  package func changes(since earlier: ProcessSettings) -> [String] {
    var changes: [String] = []
    // Almost always, there is no change, so no text is made before there is one.
    func compare<Value: Equatable>(
      _ what: @autoclosure () -> String, _ now: Value, _ before: Value,
      _ text: (Value) -> String = { "\($0)" }
    ) {
      guard now != before else { return }
      changes.append("\(what()) changed from \(text(before)) to \(text(now))")
    }
    compare("the working directory", directory, earlier.directory) { "\($0 ?? "unknown")" }
    if let mask { compare("the umask", mask, earlier.mask ?? mask, Self.octal) }
    for index in timers.indices where isSet(index, since: earlier) {
      changes.append("\(Self.timerNames[index]) is set")
    }
    for (index, name) in Self.limitNames.enumerated() {
      compare("the limit of \(name)", limits[index], earlier.limits[index], Self.words)
    }
    compare("the priority", priority, earlier.priority)
    compare("the thread name", name, earlier.name) { String(decoding: $0, as: UTF8.self) }
    for (index, attribute) in ProcessAttribute.restorable.enumerated() {
      compare(attribute.name, attributes[index], earlier.attributes[index])
    }
    if blocked != earlier.blocked { changes.append("the blocked signals have changed") }
    let signals = termination.changes(since: earlier.termination)
    if !signals.isEmpty {
      changes.append("the handling of \(signals.joined(separator: ", ")) has changed")
    }
    compare("the locale", locale, earlier.locale)
    if numbers != earlier.numbers { changes.append("the floating-point mode has changed") }
    compare("the scheduling", schedule, earlier.schedule)
    for (index, stream) in Self.streams.enumerated() {
      let (now, before) = (streamFlags[index], earlier.streamFlags[index])
      if now >= 0, before >= 0 { compare("the flag word of descriptor \(stream)", now, before) }
    }
    if hasMemoryScore(otherThan: earlier) {
      compare("the OOM score adjustment", memoryScore, earlier.memoryScore)
    }
    return changes + fixed.changes(since: earlier.fixed)
  }

  /// Whether both OOM score adjustments are known, and they differ.
  private func hasMemoryScore(otherThan earlier: ProcessSettings) -> Bool {
    !memoryScore.isEmpty && !earlier.memoryScore.isEmpty && memoryScore != earlier.memoryScore
  }

  /// Restores the settings that can be restored.
  ///
  /// Other threads should not change these settings meanwhile, as their changes would be undone, too.
  ///
  /// - Returns: The changes, and those of them that could not be undone.
  package func restore() -> (changes: [String], lasting: [String]) {
    restore(with: FixedSettings())
  }

  private func restore(
    with fixed: @autoclosure () -> FixedSettings
  ) -> (changes: [String], lasting: [String]) {
    // First of all, as a low limit of open files would prevent reading the rest.
    let lowered = Self.currentLimits
    for (index, limit) in limits.enumerated() where lowered[index] != limit {
      if let limit { Self.set(limit, at: index) }
    }
    let now = ProcessSettings(lowered, mask.map { umask($0) }, fixed(), false)
    let changes = now.changes(since: self)
    guard !changes.isEmpty else { return ([], []) }
    if now.directory != directory, let directory { unsafe chdir(directory.cString) }
    for index in timers.indices where now.isSet(index, since: self) { setTimer(index) }
    if now.priority != priority { setpriority(__priority_which_t(0), 0, priority) }
    for (attribute, (value, changed)) in zip(
      ProcessAttribute.restorable, zip(attributes, now.attributes)) where changed != value
    {
      attribute.set(value)
    }
    if now.name != name { Self.setThreadName(name) }
    if now.locale != locale { unsafe setlocale(LC_ALL, locale) }
    if now.numbers != numbers { numbers.restore() }
    if now.schedule != schedule { schedule.restore() }
    for (index, stream) in Self.streams.enumerated()
    where now.streamFlags[index] != streamFlags[index] && streamFlags[index] >= 0 {
      _ = fcntl(stream, F_SETFL, streamFlags[index])
    }
    if now.hasMemoryScore(otherThan: self) { Self.write(memoryScore, to: Self.scorePath) }
    if now.blocked != blocked { setBlockedSignals() }
    if !now.termination.changes(since: termination).isEmpty { termination.restore() }
    let restored = ProcessSettings(Self.currentLimits, ThreadStatus().mask, fixed(), false)
    return (changes, restored.changes(since: self))
  }

  /// Restores the settings after one of many plugins, if it has changed any that the next one would notice. If a change could
  /// not be undone, this value becomes that of the settings as they are now, so that the next plugin is not blamed for it.
  ///
  /// - Returns: The changes that could not be undone.
  mutating func restoreForNext() -> [String] {
    if let fingerprint, let mask, fingerprint.isCurrent(expectingMask: mask) { return [] }
    let (_, lasting) = restore(with: fixed)
    if !lasting.isEmpty {
      self = ProcessSettings(
        Self.currentLimits, ThreadStatus().mask, fixed, fingerprint != nil)
    }
    return lasting
  }

  /// Restores all settings, once after many plugins, each of which may have changed them.
  ///
  /// - Parameter count: The number of plugins.
  /// - Returns: The changes that could not be undone.
  func restore(afterPlugins count: Int) -> [String] {
    let (_, lasting) = restore()
    return count == 1 ? lasting : lasting.map { "\($0), by this or another of \(count) plugins" }
  }
}

extension ProcessSettings {
  private static let timerNames = [
    "a real-time timer", "a CPU time timer", "a profiling timer",
  ]

  private static func timer(_ index: Int32) -> Timer {
    var timer = itimerval()
    unsafe getitimer(__itimer_which_t(UInt32(index)), &timer)
    func microseconds(_ time: timeval) -> Int { time.tv_sec * 1_000_000 + Int(time.tv_usec) }
    return Timer(
      rest: microseconds(timer.it_value), interval: microseconds(timer.it_interval))
  }

  /// Whether a timer has been set since the earlier settings. The remaining time of a running timer only falls.
  private func isSet(_ index: Int, since earlier: ProcessSettings) -> Bool {
    let (now, before) = (timers[index], earlier.timers[index])
    return now.interval != before.interval || now.rest > before.rest
  }

  private func setTimer(_ index: Int) {
    func time(_ microseconds: Int) -> timeval {
      timeval(tv_sec: microseconds / 1_000_000, tv_usec: microseconds % 1_000_000)
    }
    var timer = itimerval(
      it_interval: time(timers[index].interval), it_value: time(timers[index].rest))
    unsafe setitimer(__itimer_which_t(UInt32(index)), &timer, nil)
  }

  /// The limits by their numbers. (bits/resource.h.)
  private static let limitNames = [
    "CPU time", "file size", "data size", "stack size", "core file size", "resident memory",
    "processes", "open files", "locked memory", "address space", "file locks", "waiting signals",
    "message queues", "nice values", "real-time priorities", "real time",
  ]

  private static var currentLimits: [Limit?] { limitNames.indices.map(limit) }

  private static func limit(_ index: Int) -> Limit? {
    var limit = rlimit()
    guard unsafe getrlimit(__rlimit_resource_t(UInt32(index)), &limit) == 0 else { return nil }
    return Limit(soft: limit.rlim_cur, hard: limit.rlim_max)
  }

  private static func set(_ limit: Limit, at index: Int) {
    var value = rlimit(rlim_cur: limit.soft, rlim_max: limit.hard)
    guard unsafe setrlimit(__rlimit_resource_t(UInt32(index)), &value) != 0 else { return }
    // Raising the hard limit again needs a privilege.
    guard let now = Self.limit(index) else { return }
    value = rlimit(rlim_cur: min(limit.soft, now.hard), rlim_max: now.hard)
    unsafe setrlimit(__rlimit_resource_t(UInt32(index)), &value)
  }

  private static func words(_ limit: Limit?) -> String {
    func word(_ value: rlim_t) -> String { value == rlim_t.max ? "unlimited" : "\(value)" }
    guard let limit else { return "unknown" }
    return limit.soft == limit.hard
      ? word(limit.soft) : "\(word(limit.soft)) (hard limit \(word(limit.hard)))"
  }

  /// The four digits of a umask.
  private static func octal(_ mask: mode_t) -> String {
    let digits = String(mask, radix: 8)
    return String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
  }

  private static let scorePath = "/proc/self/oom_score_adj"
  private static let streams = [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
  private static func threadName() -> [UInt8] {
    var name = [CChar](repeating: 0, count: Int(CTHREAD_NAME_SIZE))
    unsafe cthread_read_name(&name)
    return name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
  }

  /// Not by writing to the thread's file, which the sandbox refuses.
  private static func setThreadName(_ name: [UInt8]) {
    unsafe cthread_set_name((name + [0]).map(CChar.init(bitPattern:)))
  }

  /// Writes a file. A failure is found by the comparison that follows.
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
}
