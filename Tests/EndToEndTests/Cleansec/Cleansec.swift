import CleanseTestSupport
import Foundation

/// The command `swift package cleansec` for a package of a workplace.
struct Cleansec {
  struct Run {
    let status: Int32
    let output: String
    let errors: String
  }

  private let workplace: Workplace
  private let scratch: Workplace.Scratch
  private let path: String
  /// Kept, as it removes its files at its end.
  private let directory: TemporaryDirectory?

  /// - Parameter path: The path of the package in the repository.
  init(_ path: String, in workplace: Workplace) {
    (self.workplace, scratch) = (workplace, .repository)
    self.path = Build.root.appending(path: path).path
    directory = nil
  }

  init(
    _ package: TemporaryDirectory, in workplace: Workplace, scratch: Workplace.Scratch = .repository
  ) {
    (self.workplace, self.scratch) = (workplace, scratch)
    path = package.path
    directory = package
  }

  func run(_ arguments: [String]) throws -> Run {
    // SwiftPM and the compiler driver leave directories in the folder for temporary files.
    let temporary = try TemporaryDirectory()
    defer { withExtendedLifetime((temporary, directory)) {} }
    workplace.forgetPlan(of: scratch)
    let outcome = try ChildProcess(
      program: "/usr/bin/env",
      arguments: [
        "TMPDIR=\(temporary.path)", "swift", "package", "--package-path", path,
        "--scratch-path", workplace.path(of: scratch),
      ] + scratch.options + ["cleansec"] + arguments,
      environment: ProcessInfo.processInfo.environment, directory: Build.root.path,
      deadline: .seconds(900)
    ).run()
    return Run(
      status: outcome.status, output: String(decoding: outcome.output, as: UTF8.self),
      errors: String(decoding: outcome.errors, as: UTF8.self))
  }
}
