import CleanseSupport
import CCleanseProbe
internal import CleanseGraph
import CleansePluginFiles
import CleanseProcesses

/// Finds functions and source lines of a crash in debug information and symbol tables.
///
/// It reads the files in a process of its own, because a damaged file can crash the library that reads it.
struct Symbolizer: ~Copyable {
  /// The function and the location of an address in a library's file.
  struct Entry: Hashable, Codable, Sendable {
    /// The linker's name of the function; nil if the file has no symbol for it.
    let function: String?
    /// The line; nil if there is no debug information for it.
    let location: SourceLocation?
  }

  /// What is read of the addresses.
  private enum Question {
    case locations
    case types(within: Int)

    /// The time for all addresses of a file, in milliseconds.
    var deadline: UInt64 {
      switch self {
      case .locations: 5000
      case .types(let milliseconds): UInt64(max(1, milliseconds))
      }
    }

    func answer(_ library: String, _ addresses: [UInt64], to descriptor: Int32) -> Int32 {
      switch self {
      case .locations: unsafe csymbols_write(library, addresses, addresses.count, descriptor)
      case .types: unsafe csymbols_write_types(library, addresses, addresses.count, descriptor)
      }
    }
  }

  /// The address space that the process may add, in bytes.
  private static let memory: UInt64 = 2 << 30
  private static let outputLimit = 1 << 20

  private let question: Question
  private let process: pid_t
  private let reader: Descriptor

  /// Returns the entries of the addresses, in their order; empty if they can't be determined.
  ///
  /// - Precondition: The process has one thread.
  static func entries(of library: String, at addresses: [UInt64]) -> [Entry] {
    guard !addresses.isEmpty, let symbolizer = try? Symbolizer(library, addresses, .locations)
    else { return [] }
    let entries = entries(in: String(decoding: symbolizer.output(), as: UTF8.self))
    return entries.count == addresses.count ? entries : []
  }

  /// The stamps of the files of libdw, which decide what is found; empty if it is not installed.
  static var readerStamps: [FileStamp] { OpenedLibrary.stamps(of: "libdw.so.1") }

  /// Whether a library has debug information, or says where it is; nil if it can't be opened.
  static func hasTypes(in library: String) -> Bool? {
    let answer = unsafe csymbols_has_types(library)
    return answer < 0 ? nil : answer != 0
  }

  /// Returns the types of the functions at addresses of this process; of each address, those of all functions there. Nil if
  /// reading them failed, or took longer.
  ///
  /// - Parameter milliseconds: The time for all addresses.
  /// - Precondition: The process has one thread, and has loaded the library from the path.
  static func types(
    in library: String, at addresses: [UInt64], within milliseconds: Int
  ) -> [Int: [FunctionType]]? {
    guard !addresses.isEmpty else { return [:] }
    guard let symbolizer = try? Symbolizer(library, addresses, .types(within: milliseconds))
    else { return nil }
    return FunctionType.all(in: String(decoding: symbolizer.output(), as: UTF8.self))
  }

  /// Starts the process, which gets the only other end of the pipe.
  private init(
    _ library: String, _ addresses: [UInt64], _ question: Question
  ) throws(SystemCallError) {
    let pipe = try DescriptorPair.pipe()
    fflush(nil)
    let parent = getpid()
    let forked = cprobe_fork()
    if forked == 0 {
      let seconds = UInt32(question.deadline / 1000) + 1
      guard csymbols_limit(seconds, Self.memory, parent) == 0 else { _exit(1) }
      let status = question.answer(library, addresses, to: pipe.second.number)
      _exit(status == 0 ? 0 : 1)
    }
    guard forked > 0 else { throw SystemCallError("fork") }
    self.question = question
    process = forked
    reader = pipe.first
  }

  /// Returns the bytes that arrive before the deadline, and ends the process.
  private consuming func output() -> [UInt8] {
    reader.setNonblocking()
    var bytes: [UInt8] = []
    let end = Clock.nanoseconds() + question.deadline * 1_000_000
    while bytes.count < Self.outputLimit {
      let now = Clock.nanoseconds()
      guard now < end else { break }
      var polled = pollfd(fd: reader.number, events: Int16(POLLIN), revents: 0)
      _ = unsafe poll(&polled, 1, Int32(clamping: (end - now) / 1_000_000 + 1))
      let (isOpen, read) = reader.available(limit: Self.outputLimit)
      bytes += read
      guard isOpen else { break }
    }
    kill(process, SIGKILL)
    while waitpid(process, nil, 0) < 0, errno == EINTR {}
    return bytes
  }

  /// The names of functions come from plugins, and can be as long as their files.
  private static func shortened(_ name: Substring) -> String {
    let limit = Int(CPROBE_CRASH_LINE)
    guard name.utf8.count > limit else { return String(name) }
    return String(decoding: name.utf8.prefix(limit), as: UTF8.self) + "…"
  }

  /// Parses what `csymbols_write` writes.
  static func entries(in text: String) -> [Entry] {
    text.split(separator: "\n").compactMap { line in
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
      guard fields.count == 3, let number = Int(fields[2]) else { return nil }
      let path = String(fields[1])
      return Entry(
        function: fields[0].isEmpty ? nil : shortened(fields[0]),
        location: path.isEmpty || number < 1
          ? nil : SourceLocation(file: lastComponent(of: path), path: path, line: number))
    }
  }
}

extension CrashReport {
  /// The same report with the entries of the calls that the notes of a crash in these libraries show.
  ///
  /// - Parameter changed: The libraries whose files are no longer those that were loaded, and say nothing of the calls.
  /// - Precondition: The process has one thread.
  func symbolized(in files: [String], except changed: [String] = []) -> CrashReport {
    let changed = Set(changed.map { FilePath($0) })
    let shown = Set(calls(in: files).map(\.frame)).filter {
      $0.address != nil && !$0.isIn(changed)
    }
    var entries: [Frame: Symbolizer.Entry] = [:]
    for (library, frames) in Dictionary(grouping: shown, by: \.library) {
      let found = Symbolizer.entries(of: library, at: frames.compactMap(\.address))
      entries.merge(zip(frames, found)) { $1 }
    }
    var report = self
    report.frames = frames.map { frame in
      var frame = frame
      frame.entry = entries[frame]
      return frame
    }
    return report
  }
}
