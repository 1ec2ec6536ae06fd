import CleanseTestSupport
import Foundation

/// Runs what a user types.
enum Shell {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Runs the script, which ends at the first command that fails.
  ///
  /// - Returns: What it printed on the standard output.
  @discardableResult
  static func run(
    _ script: String, in directory: TemporaryDirectory, environment: [String: String] = [:]
  ) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/bash")
    process.arguments = ["-e", "-u", "-o", "pipefail", "-c", script]
    process.currentDirectoryURL = directory.url
    // SwiftPM and the compiler's driver leave directories in the folder for temporary files.
    let temporary = try TemporaryDirectory()
    defer { withExtendedLifetime(temporary) {} }
    process.environment = ProcessInfo.processInfo.environment
      .merging(environment.merging(["TMPDIR": temporary.path]) { $1 }) { $1 }
    process.standardInput = FileHandle.nullDevice
    // Errors go to a file, so that a pipe that nobody reads can't fill up.
    let errors = directory.url.appending(path: "errors.txt")
    try Data().write(to: errors)
    process.standardError = try FileHandle(forWritingTo: errors)
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(
        description: "status \(process.terminationStatus) of\n\(script)\n"
          + String(decoding: text.suffix(4000), as: UTF8.self)
          + String(decoding: (try? Data(contentsOf: errors)) ?? Data(), as: UTF8.self))
    }
    return String(decoding: text, as: UTF8.self)
  }
}
