import CleanseTestSupport
import Foundation
import Testing

/// A copy of a part of the fault corpus, which faults may modify, and the environment of a host that
/// inspects it.
struct FaultDirectory {
  private let root: TemporaryDirectory
  /// The directories that the host inspects; the faults are in the first, except those of a directory itself.
  let directories: [String]

  /// Where scripts/test has created the faults.
  static let corpus = Build.products.appending(path: "faults")

  /// The faults that could not be created on this machine, or for this user.
  static let notMade: Set<String> = {
    let list = try? String(contentsOf: corpus.appending(path: "not-made"), encoding: .utf8)
    return Set((list ?? "").split(separator: "\n").map(String.init))
  }()

  init(_ faults: [Fault]) throws {
    root = try TemporaryDirectory()
    for folder in ["faults", "temporary", "cache", "work"] {
      try FileManager.default.createDirectory(
        at: root.url.appending(path: folder), withIntermediateDirectories: false)
    }
    var directories = [root.path(of: "faults")]
    var sources: [String] = []
    for fault in faults {
      let source = Self.corpus.appending(path: fault.name).path
      let isCopyable = FileManager.default.canCopy("\(source)/\(fault.name).so")
      if try !isCopyable || (faults.count > 1 && !FileManager.default.isOwnersAlone(source)) {
        directories.append(source)
      } else {
        sources.append(source + "/.")
      }
    }
    if !sources.isEmpty {
      // Preserves devices, links, holes and permissions.
      let copying = try ChildProcess(
        program: "/bin/cp", arguments: ["-a"] + sources + [directories[0]],
        environment: ChildProcess.searchPaths
      ).run()
      try #require(copying.status == 0, "\(String(decoding: copying.errors, as: UTF8.self))")
    }
    self.directories = directories
  }

  /// Runs `host`, and expects that it ends in time and leaves neither processes nor files behind.
  ///
  /// - Parameters:
  ///   - isConfined: Whether the processes that check plugins are in the sandbox, which prevents some of what faults do.
  ///   - expectedStrays: The number of processes that it leaves; they are killed.
  func host(
    _ arguments: [String], isConfined: Bool = false, input: ChildProcess.Input = .nothing,
    limit: Duration = .seconds(60), expectedStrays: Int = 0,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws -> HostRun {
    let marker = UUID().uuidString
    let outcome = try ChildProcess(
      program: Build.host.path, arguments: isConfined ? arguments : arguments.unconfined,
      environment: ChildProcess.searchPaths.merging([
        Strays.variable: marker, "TMPDIR": root.path(of: "temporary"),
        "XDG_CACHE_HOME": root.path(of: "cache"), "HOME": root.path(of: "work"),
      ]) { $1 },
      directory: root.path(of: "work"), input: input, deadline: limit
    ).run()
    let command = arguments.joined(separator: " ")
    #expect(!outcome.isOverdue, "\(command) took \(limit)", sourceLocation: sourceLocation)
    let strays = Strays.find(marker, atMost: expectedStrays)
    #expect(
      strays.count == expectedStrays, "\(command) left \(strays)", sourceLocation: sourceLocation)
    for stray in strays { kill(stray.process, SIGKILL) }
    for folder in ["temporary", "work"] {
      let left = try FileManager.default.contentsOfDirectory(atPath: root.path(of: folder))
      #expect(left.isEmpty, "\(command) left \(left) in \(folder)", sourceLocation: sourceLocation)
    }
    return HostRun(
      arguments: arguments, status: outcome.status,
      output: String(decoding: outcome.output, as: UTF8.self),
      errors: String(decoding: outcome.errors, as: UTF8.self))
  }
}

extension FileManager {
  /// Whether this user can copy the file: read it and, if it is a device, make another.
  fileprivate func canCopy(_ path: String) -> Bool {
    if access(path, R_OK) != 0, errno == EACCES { return false }
    let type = try? attributesOfItem(atPath: path)[.type] as? FileAttributeType
    return type != .typeCharacterSpecial || geteuid() == 0
  }

  /// Whether only its owner and its group may write to the file.
  fileprivate func isOwnersAlone(_ path: String) throws -> Bool {
    let mode = try attributesOfItem(atPath: path)[.posixPermissions] as? Int
    return try #require(mode) & 0o002 == 0
  }
}
