import CleanseTestSupport
import Foundation
import Testing

/// A directory with a copy of the repository, `cleanse`, next to which packages are built as their users build them.
///
/// All packages of ``OutsideTests`` share one, because a build of the framework takes longer than everything else. So those
/// whose documents name a copy next to them depend on a tag of it instead.
struct Workplace {
  @TaskLocal fileprivate static var shared: Workplace?

  /// What packages are built in.
  enum Scratch {
    /// The directory of scripts/test, where the framework of the repository is built already.
    case repository
    /// One with the framework of a tag of `cleanse`, to which nothing else belongs.
    case tag

    /// The options of SwiftPM in it.
    var options: [String] {
      switch self {
      case .repository: Build.options
      // It suppresses the warnings of dependencies. Nothing reads the debug information, a tenth of the compiler's work.
      case .tag: ["-debug-info-format", "none"]
      }
    }
  }

  let directory: TemporaryDirectory

  /// The copy of the repository.
  var repository: String { directory.path(of: "cleanse") }

  /// The dependency on a tag of the repository, in a manifest.
  var dependency: String { ".package(url: \"file://\(repository)\", from: \"0.1.0\")" }

  func path(of scratch: Scratch) -> String {
    switch scratch {
    case .repository: Build.scratch.path
    case .tag: directory.path(of: "scratch")
    }
  }

  /// The workplace of the suite, without the packages of earlier tests.
  static func cleared() throws -> Workplace {
    let workplace = try #require(shared)
    for name in try FileManager.default.contentsOfDirectory(atPath: workplace.directory.path)
    where name != "cleanse" && name != "scratch" {
      workplace.directory.remove(name)
    }
    return workplace
  }

  fileprivate init() throws {
    directory = try TemporaryDirectory()
    // The working tree as it would be committed. In the second version, only a comment and private declarations are new.
    try Shell.run(
      """
      mkdir cleanse scratch
      git -C "$ROOT" ls-files -z --cached --others --exclude-standard |
        (cd "$ROOT" && xargs -0 -I{} sh -c 'test ! -e "{}" || printf "%s\\0" "{}"') |
        tar -C "$ROOT" --null -T - -c | tar -x -C cleanse
      cd cleanse
      git init -q
      git config user.name test
      git config user.email test@example.org
      git add -A
      git commit -q -m "A copy"
      git tag 0.1.0
      printf '\\n// A comment.\\nprivate struct Unused { let number = 3 }\\n' >> Sources/Cleanse/Binding/Component.swift
      git commit -q -a -m "A comment"
      git tag 0.1.1
      """,
      in: directory, environment: ["ROOT": Build.root.path(percentEncoded: false)])
  }

  /// Removes SwiftPM's build plan. It takes that of another package if no source is newer.
  func forgetPlan(of scratch: Scratch) {
    unlink("\(path(of: scratch))/debug.yaml")
  }

  /// Runs a script.
  ///
  /// - Parameters:
  ///   - packages: The packages that it builds in the scratch directory, which need not exist yet. Their `.build` is a link
  ///     to that directory. SwiftPM gets its path as well, because it does not resolve the link.
  @discardableResult
  func run(
    _ script: String, building packages: [String] = [], in scratch: Scratch = .tag,
    environment: [String: String] = [:]
  ) throws -> String {
    guard !packages.isEmpty else {
      return try Shell.run(script, in: directory, environment: environment)
    }
    for package in packages {
      try directory.makeDirectory(package)
      directory.remove("\(package)/.build")
      try directory.link("\(package)/.build", to: path(of: scratch))
    }
    // As `forgetPlan`, before each command, also in subshells.
    let trap = "set -T\ntrap 'rm -f \"$SWIFTPM_BUILD_DIR/debug.yaml\"' DEBUG\n"
    let options = scratch.options.joined(separator: " ")
    let swift = "swift() { command swift \"$1\" \(options) \"${@:2}\"; }\n"
    return try Shell.run(
      trap + swift + script, in: directory,
      environment: environment.merging(["SWIFTPM_BUILD_DIR": path(of: scratch)]) { $1 })
  }
}

/// Creates the workplace of a suite, and removes it after its last test.
struct WorkplaceTrait: SuiteTrait, TestScoping {
  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await Workplace.$shared.withValue(Workplace()) { try await function() }
  }
}

/// What is tried with packages outside of the repository.
@Suite(
  "Outside packages", .serialized, .blocking, WorkplaceTrait(),
  .enabled(
    if: Build.isThorough, "builds the framework once more; scripts/test --all runs it"))
enum OutsideTests {}
