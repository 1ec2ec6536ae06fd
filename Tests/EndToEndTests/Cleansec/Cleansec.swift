import CleanseTestSupport
import Foundation

/// The command `swift package cleansec` for a package.
struct Cleansec {
  struct Run {
    let status: Int32
    let output: String
    let errors: String
  }

  private let path: String
  /// Kept, as it removes its files at its end.
  private let directory: TemporaryDirectory?

  /// - Parameter path: The path of the package in the repository.
  init(_ path: String) {
    self.path = Build.root.appending(path: path).path(percentEncoded: false)
    directory = nil
  }

  init(_ package: TemporaryDirectory) {
    path = package.path
    directory = package
  }

  func run(_ arguments: [String]) throws -> Run {
    // SwiftPM and the compiler driver leave directories in the folder for temporary files.
    let temporary = try TemporaryDirectory()
    defer { withExtendedLifetime((temporary, directory)) {} }
    // One scratch directory for all packages, so that the framework is built once. SwiftPM would use the build plan
    // of the last package.
    let scratch = Build.root.appending(path: ".build/cleansec")
    let plan = scratch.appending(path: "debug.yaml")
    if FileManager.default.fileExists(atPath: plan.path) {
      try FileManager.default.removeItem(at: plan)
    }
    let outcome = try ChildProcess(
      program: "/usr/bin/env",
      arguments: [
        "TMPDIR=\(temporary.path)", "swift", "package", "--package-path", path,
        "--scratch-path", scratch.path(percentEncoded: false), "cleansec",
      ] + arguments,
      environment: ProcessInfo.processInfo.environment,
      directory: Build.root.path(percentEncoded: false), deadline: .seconds(900)
    ).run()
    return Run(
      status: outcome.status, output: String(decoding: outcome.output, as: UTF8.self),
      errors: String(decoding: outcome.errors, as: UTF8.self))
  }
}
