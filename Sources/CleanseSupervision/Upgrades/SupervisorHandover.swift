import CCleanseSupervision
import CleanseProcesses
import CleanseSupport
import FoundationEssentials

/// What a supervisor hands over to the program that replaces its own: in the same process, or in a child that tries first
/// whether it can.
///
/// It is a file in memory that the program inherits, with the numbers of the descriptors that it inherits as well. An older or
/// a newer program can replace one with the same ``format``.
struct SupervisorHandover: Codable {
  /// The version of the format, which includes that of the messages between a supervisor and its workers.
  static let format = 1
  /// The environment variable with the number of the descriptor, and, in a child, of the one to report to.
  private static let variable = "CLEANSE_SERVE_HANDOVER"
  /// The largest file, in bytes.
  private static let sizeLimit = 64 << 20

  /// The reason why a program can't take over.
  struct Failure: Error {
    let reason: String
  }

  /// The directory for the copies of plugins.
  struct Directory: Codable {
    let path: FilePath
    let lock: Int32
  }

  /// The control socket, or the one that answers only `status`.
  struct Control: Codable {
    let path: String
    let descriptor: Int32
    let lock: Int32
  }

  /// A listening socket, with its address, or the name that it was passed with.
  struct Socket: Codable {
    let address: String
    let descriptor: Int32
  }

  /// A program that waits for the result.
  struct Request: Codable {
    let number: RequestNumber
    let descriptor: Int32
  }

  let format: Int
  /// The version of the program.
  let version: String
  /// The signals that were blocked when the first program started.
  let signalMask: UInt64
  let directory: Directory
  let control: Control?
  let statusSocket: Control?
  let manager: ServiceManager.Address
  let sockets: [Socket]
  /// The names of inherited descriptors that are no listening sockets.
  let unusableNames: [String]
  let group: GroupHandover
  /// The islands, by name.
  let islands: [String: GroupHandover]
  /// The islands of the set that serves; nil if there are none.
  let servingIslands: IslandStarts.Serving?
  /// The limit of descriptors before it was raised; nil if it was not.
  let descriptorLimit: UInt64?
  let requests: [Request]

  /// All groups.
  var groups: [GroupHandover] { [group] + islands.values }

  /// The descriptors that the program in the same process inherits.
  var descriptors: [Int32] {
    [directory.lock]
      + [control, statusSocket].compactMap(\.self).flatMap { [$0.descriptor, $0.lock] }
      + sockets.map(\.descriptor) + requests.map(\.descriptor)
      + groups.flatMap(\.workers).flatMap(\.descriptors)
  }

  // MARK: - The program that hands over

  /// Executes a program that inherits this, and does not return unless that fails.
  ///
  /// - Parameters:
  ///   - path: The file of the program.
  ///   - report: Where it reports whether it can take over; nil if it does so at once.
  func execute(_ path: FilePath, reportingTo report: Int32? = nil) -> SystemCallError {
    let file = csupervision_memory_file()
    guard file >= 0 else { return SystemCallError("memfd_create") }
    defer { close(file) }
    do throws(SystemError) {
      // Numbers and texts can always be encoded.
      try writeAll(Array((try? JSONEncoder().encode(self)) ?? Data()), to: file)
    } catch {
      return SystemCallError("write", error)
    }
    let kept = (report == nil ? descriptors : sockets.map(\.descriptor) + [report ?? -1])
    for descriptor in kept { _ = fcntl(descriptor, F_SETFD, 0) }
    // Not a path: two numbers.
    unsafe setenv(
      Self.variable, ([file] + [report].compactMap(\.self)).map(String.init).joined(separator: ":"),
      1)
    unsafe execv(path.cString, CommandLine.unsafeArgv)
    let error = SystemCallError("execve")
    unsafe unsetenv(Self.variable)
    for descriptor in kept { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    return error
  }
}

// MARK: - The program that takes over

extension SupervisorHandover {
  /// How a supervisor begins.
  enum Beginning {
    case new
    /// As a child, to try whether this program can replace the one that hands over.
    case trial(SupervisorHandover, TrialReporter)
    case replacing(SupervisorHandover)
  }

  /// Whether another program has handed over to this process.
  static var isPresent: Bool { unsafe getenv(variable) != nil }

  /// Whether this process is to try whether its program can replace the other one.
  static var isTrial: Bool {
    // Not a path: two numbers.
    unsafe getenv(variable).map { unsafe String(cString: $0).contains(":") } ?? false
  }

  /// Takes what another program has handed over to this process, once.
  static func taken() throws(Failure) -> Beginning {
    guard let text = unsafe getenv(variable).map({ unsafe String(cString: $0) }) else {
      return .new
    }
    unsafe unsetenv(variable)
    // Not a path: one or two numbers.
    let numbers = text.split(separator: ":", omittingEmptySubsequences: false).map { Int32($0) }
    guard (1...2).contains(numbers.count), numbers.allSatisfy({ ($0 ?? -1) > STDERR_FILENO }),
      let file = numbers[0]
    else { throw Failure(reason: "the variable \(variable) is malformed") }
    let reporter = numbers.count > 1 ? numbers[1].map { TrialReporter($0) } : nil
    do throws(Failure) {
      let handover = try Self(reading: file)
      return reporter.map { .trial(handover, $0) } ?? .replacing(handover)
    } catch {
      reporter?.report(.refused([error.reason]))
      throw error
    }
  }

  private init(reading file: Int32) throws(Failure) {
    defer { close(file) }
    guard lseek(file, 0, SEEK_SET) == 0 else {
      throw Failure(reason: "what the other program hands over can't be read: \(SystemError.last)")
    }
    guard case .success(let bytes) = Self.contents(of: file),
      let head = try? JSONDecoder().decode(Head.self, from: Data(bytes))
    else { throw Failure(reason: "what the other program hands over can't be read") }
    guard head.format == Self.format else {
      throw Failure(
        reason:
          "the program of version \(head.version) hands over in the format \(head.format), and this one takes over in the format \(Self.format)"
      )
    }
    do {
      self = try JSONDecoder().decode(Self.self, from: Data(bytes))
    } catch {
      throw Failure(reason: "what the other program hands over is malformed: \(error)")
    }
    for descriptor in descriptors { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
  }

  private struct Head: Codable {
    let format: Int
    let version: String
  }

  private static func contents(of file: Int32) -> Result<[UInt8], SystemCallError> {
    var bytes: [UInt8] = []
    while bytes.count < sizeLimit {
      switch Descriptor.read(file, atMost: 1 << 16) {
      case .success(let part) where part.isEmpty: return .success(bytes)
      case .success(let part): bytes += part
      case .failure(let error): return .failure(error)
      }
    }
    return .failure(SystemCallError("read", SystemError(number: EFBIG)))
  }
}
