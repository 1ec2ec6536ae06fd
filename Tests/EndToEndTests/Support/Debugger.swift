import CleanseTestSupport
import Foundation
import Testing

/// A debugger of this machine, and the reason if it can't be used.
struct Debugger: Sendable {
  let name: String
  /// Arguments that make it run a program to its end; the program follows.
  private let arguments: [String]
  /// Its output if the program ended well.
  private let success: String

  /// The debugger of the Swift toolchain.
  static let lldb = Debugger(
    name: "lldb", arguments: ["--batch", "-o", "run", "--"], success: "exited with status = 0")

  static let gdb = Debugger(
    name: "gdb", arguments: ["-q", "-batch", "-ex", "run", "--args"], success: "exited normally")

  /// Runs a program in the debugger, and cancels the test if that fails.
  ///
  /// - Returns: The environment in which to run the debugger.
  func environment() throws -> [String: String] {
    var environment = ChildProcess.searchPaths
    var run = try run(environment)
    // A toolchain for another distribution needs a Python that this one may have nevertheless.
    if let library = run.missingLibrary, let folder = Self.folder(of: library) {
      let path = [folder, environment["LD_LIBRARY_PATH"]].compactMap { $0 }
      environment["LD_LIBRARY_PATH"] = path.joined(separator: ":")
      run = try self.run(environment)
    }
    if run.isMissing { try skip(because: "there is no \(name)") }
    guard run.text.contains(success) else {
      try skip(because: "\(name) can't run a program: \(run.text.prefix(400))")
    }
    return environment
  }

  private func run(_ environment: [String: String]) throws -> Trial {
    let outcome = try ChildProcess(
      program: "/usr/bin/env", arguments: [name] + arguments + ["/bin/true"],
      environment: environment
    ).run()
    return Trial(
      status: outcome.status,
      text: String(decoding: outcome.output + outcome.errors, as: UTF8.self))
  }

  /// The directory of a library among the versions of Python that pyenv has installed.
  private static func folder(of library: String) -> String? {
    let process = ProcessInfo.processInfo.environment
    let root = process["PYENV_ROOT"] ?? "\(process["HOME"] ?? "")/.pyenv"
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: "\(root)/versions")) ?? []
    return versions.sorted().map { "\(root)/versions/\($0)/lib" }
      .first { FileManager.default.fileExists(atPath: "\($0)/\(library)") }
  }

  /// One run of the debugger.
  private struct Trial {
    /// The status of `env`, which is 127 if there is no such program.
    let status: Int32
    let text: String

    /// The library without which the dynamic linker did not start the debugger, also with 127.
    var missingLibrary: String? {
      text.firstMatch(of: /error while loading shared libraries: ([^:]+):/)
        .map { String($0.output.1) }
    }

    var isMissing: Bool { status == 127 && missingLibrary == nil }
  }
}
