import CleanseTestSupport
import Foundation
import Testing

/// The repository that Documentation/CI.md describes for its workflows, as a CI system checks it out: with an
/// installation of Cleanse in it, and with directories that all users can write to.
struct CIProject {
  let page: Readme
  let directory: TemporaryDirectory
  /// The working directory of the commands.
  let path = "work/group/project"

  /// - Parameters:
  ///   - broken: Plugins that the repository has in addition to its own.
  ///   - sources: Plugins in C, by the names of their files.
  init(broken: [String] = [], sources: [String: String] = [:]) throws {
    page = try Readme("Documentation/CI.md")
    directory = try TemporaryDirectory()
    let bells = try Readme("Documentation/Plugins.md").files.first { $0.path == "Bells/bells.c" }
    try write(try #require(bells).contents, to: "Sources/bells.c")
    // For the baseline.
    try write(
      """
      #include <cleanse_plugin.h>
      CLEANSE_PLUGIN("org.example.quiet", "1.0.0", "Does nothing", "Ann Example") { (void)host; }
      """, to: "Sources/quiet.c")
    for file in page.files { try write(file.contents, to: file.path) }
    try makeFolders("plugins", "vendor")
    try directory.copy(
      ["Pipeline", "Policy", "Redact", "Wrap", "TextFilterAPI", "WordCounting"].map {
        "lib\($0).so"
      },
      to: "\(path)/vendor", from: Build.plugins)
    try directory.link("\(path)/cleanse", to: PlainInstallation.path)
    // One machine: this one, without `ssh`.
    try write(":\n", to: "machines")
    try run(page.script("once"), environment: hostOnPath)
    for (name, source) in sources { try write(source, to: "Sources/\(name)") }
    guard !broken.isEmpty else { return }
    try makeFolders("Tests")
    try directory.link(
      "\(path)/Tests/BrokenPlugins", to: Build.root.appending(path: "Tests/BrokenPlugins").path)
    try directory.copy(
      (broken + ["BrokenContract"]).map { "lib\($0).so" }, to: "\(path)/plugins",
      from: Build.brokenPlugins)
  }

  private func makeFolders(_ names: String...) throws {
    for name in names {
      try FileManager.default.createDirectory(
        at: directory.url.appending(path: "\(path)/\(name)"), withIntermediateDirectories: true)
    }
  }

  func write(_ text: String, to name: String) throws {
    try directory.write(text.utf8, to: "\(path)/\(name)")
  }

  func contains(_ name: String) -> Bool { directory.contains("\(path)/\(name)") }

  func text(of name: String) throws -> String {
    String(decoding: try directory.bytes(of: "\(path)/\(name)"), as: UTF8.self)
  }

  /// With the C compiler of the Swift toolchain, as in an image of Swift.
  private var environment: [String: String] {
    let compiler = CCompiler.clang.map { URL(filePath: $0.path).deletingLastPathComponent().path }
    let folders = [compiler, ChildProcess.searchPaths["PATH"]].compactMap { $0 }
    return ChildProcess.searchPaths.merging([
      "PATH": folders.joined(separator: ":"), "HOME": directory.path(of: "home"),
      "XDG_CACHE_HOME": directory.path(of: "cache"),
    ]) { $1 }
  }

  var hostOnPath: [String: String] {
    ["PATH": "\(directory.path(of: path))/cleanse/bin:\(environment["PATH"] ?? "")"]
  }

  /// Runs commands, up to the first that fails.
  @discardableResult
  func run(
    _ script: String, shell: [String] = ["/bin/bash", "-euo", "pipefail"],
    environment: [String: String] = [:], expecting status: Int32? = 0
  ) throws -> HostRun {
    let outcome = try ChildProcess(
      program: shell[0], arguments: shell.dropFirst() + ["-c", script],
      environment: self.environment.merging(environment) { $1 },
      directory: directory.path(of: path)
    ).run()
    try #require(!outcome.isOverdue, "hangs: \(script)")
    let run = HostRun(
      arguments: [script], status: outcome.status,
      output: String(decoding: outcome.output, as: UTF8.self),
      errors: String(decoding: outcome.errors, as: UTF8.self))
    if let status { try #require(run.status == status, "\(run.transcript)") }
    return run
  }

  func workflow(_ name: String) throws -> Workflow {
    Workflow(try #require(page.files.first { $0.path == name }).contents)
  }

  /// Runs the steps of the workflow for GitHub as its runner does: each in its own shell, up to the first that
  /// fails.
  ///
  /// - Returns: The last step that ran.
  func runOnGitHub(_ name: String = ".github/workflows/plugins.yml") throws -> HostRun {
    try makeWorldWritable()
    let lists = ["path", "summary"].map { directory.path(of: "github-\($0)") }
    for list in lists { try Data().write(to: URL(filePath: list)) }
    var last: HostRun?
    for command in try workflow(name).commands where command.exemption == nil {
      let added = try String(contentsOfFile: lists[0], encoding: .utf8).split(separator: "\n")
      let run = try run(
        command.script, shell: ["/bin/sh", "-e"],
        environment: [
          "PATH": (added + [Substring(environment["PATH"] ?? "")]).joined(separator: ":"),
          "GITHUB_WORKSPACE": directory.path(of: path), "GITHUB_PATH": lists[0],
          "GITHUB_STEP_SUMMARY": lists[1],
        ], expecting: nil)
      last = run
      if run.status != 0 { break }
    }
    return try #require(last)
  }

  /// Runs the job of the pipeline for GitLab as its runner does: all lines in one shell, with files that all
  /// users can write to.
  func runOnGitLab() throws -> HostRun {
    try makeWorldWritable()
    let commands = try workflow(".gitlab-ci.yml").commands.filter { $0.exemption == nil }
    return try run(
      (["umask 000"] + commands.map(\.script)).joined(separator: "\n"),
      shell: ["/bin/bash", "-eo", "pipefail"],
      environment: ["CI_BUILDS_DIR": directory.path(of: "work")], expecting: nil)
  }

  /// As GitLab's runner does, and as the directories of a checkout in a container are.
  private func makeWorldWritable() throws {
    try run("chmod -R a+w ../..")
  }
}
