import CleanseTestSupport
import Foundation

/// Runs the commands that a user types.
enum Shell {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Runs the script up to the first command that fails.
  ///
  /// - Returns: The standard output.
  @discardableResult
  static func run(
    _ script: String, in directory: TemporaryDirectory, environment: [String: String] = [:]
  ) throws -> String {
    // The documents show the messages of programs in English. SwiftPM and the compiler driver leave directories in the
    // folder for temporary files.
    let temporary = try TemporaryDirectory()
    defer { withExtendedLifetime(temporary) {} }
    var variables = environment.merging(["TMPDIR": temporary.path, "LC_ALL": "C.UTF-8"]) { $1 }
    // A package that is built for the first time would compile the modules of the system's headers again. scripts/test-install
    // builds packages without what earlier builds have cached. In a scratch directory that other builds use, too, the option would
    // be another one than theirs, and everything be compiled again.
    let modules = Build.products.appending(path: "ModuleCache").path
    if variables["SWIFTPM_BUILD_DIR"] == nil, access(modules, W_OK) == 0 {
      variables["SWIFTPM_TESTS_MODULECACHE"] = modules
    }
    let outcome = try ChildProcess(
      program: "/bin/bash", arguments: ["-e", "-u", "-o", "pipefail", "-c", script],
      environment: ProcessInfo.processInfo.environment.merging(variables) { $1 },
      directory: directory.path, deadline: .seconds(900)
    ).run()
    let text = String(decoding: outcome.output, as: UTF8.self)
    guard outcome.status == 0 else {
      throw Failure(
        description:
          "status \(outcome.status)\(outcome.isOverdue ? ", overdue," : "") of\n\(script)\n\(text.suffix(4000))"
          + String(decoding: outcome.errors, as: UTF8.self))
    }
    return text
  }
}
