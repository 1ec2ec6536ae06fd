import CleanseSupport
import CCleanseProbe
import CleanseProcesses

/// The state of a process beyond ``ProcessSettings`` that a plugin can change for all other code in it. Other
/// code may have come to rely on such changes, so they can't be undone.
///
/// Take one before and one after a plugin is loaded and configured; the differences are the side effects of
/// the plugin.
struct ProcessState {
  private let environment: Set<String>
  /// By the number of the signal; nil for one that can't be handled.
  private let handlers: [UInt?]
  private let descriptors: [Int32: String]
  private let threadCount: Int

  /// Reads the state of this process.
  init() {
    environment = Self.environmentEntries()
    handlers = Self.signalHandlers()
    descriptors = Self.openDescriptors()
    threadCount = Self.countThreads()
  }

  /// Whether the process can still open the few files at once that anything needs.
  static var hasFreeDescriptors: Bool {
    var opened: [Int32] = []
    defer { for descriptor in opened { close(descriptor) } }
    for _ in 0..<8 {
      let descriptor = unsafe open("/dev/null", O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { return false }
      opened.append(descriptor)
    }
    return true
  }

  /// The number of threads of this process.
  static func countThreads() -> Int {
    names(in: "/proc/self/task").count
  }

  /// Whether a debugger or a similar tool traces this process.
  static var isTraced: Bool {
    let file = unsafe Descriptor(open("/proc/self/status", O_RDONLY | O_CLOEXEC))
    guard case .success(let bytes) = Descriptor.read(file.number, atMost: 4096) else {
      return false
    }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").contains { line in
      line.hasPrefix("TracerPid:") && line.dropFirst(10).contains { ("1"..."9").contains($0) }
    }
  }

  /// The differences from an earlier state, as lines of text.
  func changes(since earlier: ProcessState) -> [String] {
    var changes = environmentChanges(since: earlier)
    if handlers != earlier.handlers {
      let signals = handlers.indices.filter { handlers[$0] != earlier.handlers[$0] }
      let names = signals.map { SignalName.of(Int32($0)) }.joined(separator: ", ")
      changes.append("the handling of \(names) has changed")
    }
    let opened = descriptors.filter {
      earlier.descriptors[$0.key] != $0.value && !Self.isOfRuntime($0.value)
    }
    for (number, target) in opened.sorted(by: { $0.key < $1.key }).prefix(Self.listLimit) {
      changes.append("it left descriptor \(number) open on \(target)")
    }
    if opened.count > Self.listLimit {
      changes.append("it left \(opened.count - Self.listLimit) more descriptors open")
    }
    let closed = earlier.descriptors.keys.filter { descriptors[$0] == nil }.sorted()
    if !closed.isEmpty {
      changes.append(
        "it closed \(closed.map { "descriptor \($0)" }.joined(separator: ", ")), not its own")
    }
    if threadCount > earlier.threadCount {
      let count = threadCount - earlier.threadCount
      changes.append("it left \(count == 1 ? "a thread" : "\(count) threads") running")
    }
    return changes
  }

  private static let listLimit = 5

  /// Whether Swift's runtime may have opened the descriptor for its event loop, which it starts at any time.
  private static func isOfRuntime(_ target: String) -> Bool {
    ["anon_inode:[timerfd]", "anon_inode:[eventfd]", "anon_inode:[eventpoll]"].contains(target)
  }

  private func environmentChanges(since earlier: ProcessState) -> [String] {
    let names = environment.symmetricDifference(earlier.environment)
      .map { String($0.prefix { $0 != "=" }) }
    return Set(names).sorted().map { "the environment variable \($0) has changed" }
  }

  private static func environmentEntries() -> Set<String> {
    var entries: Set<String> = []
    // Safety: the array ends with a null pointer, and no other thread changes it.
    guard var next = unsafe cprobe_environment() else { return entries }
    while let entry = unsafe next.pointee {
      unsafe entries.insert(String(cString: entry))
      unsafe next += 1
    }
    return entries
  }

  private static func signalHandlers() -> [UInt?] {
    (0...Int32(64)).map { signal in
      var action = sigaction()
      guard signal > 0, unsafe sigaction(signal, nil, &action) == 0 else { return nil }
      // The two forms of a handler share their storage.
      return unsafe withUnsafeBytes(of: &action) { unsafe $0.load(as: UInt.self) }
    }
  }

  private static func openDescriptors() -> [Int32: String] {
    var open: [Int32: String] = [:]
    for name in names(in: "/proc/self/fd") {
      // The descriptor of the directory listing itself is closed by now.
      guard let number = Int32(name), fcntl(number, F_GETFD) >= 0 else { continue }
      open[number] = SystemPath.target(ofLink: "/proc/self/fd/\(name)")
    }
    return open
  }

  private static func names(in directory: String) -> [String] {
    let names = (try? Directory.names(in: directory)) ?? []
    return names.map { String(decoding: $0, as: UTF8.self) }.filter { !$0.hasPrefix(".") }
  }
}
