import CleanseTestSupport
import Foundation
import Testing

/// Runs the commands of the page about debugging.
@Suite("The commands of DebuggingPlugins.md", .blocking)
struct DebuggingDocumentTests {
  /// One of the commands of the page, the commands to run before it, and the debugger that it needs.
  struct Step: CustomTestStringConvertible, Sendable {
    let name: String
    var after = ["build"]
    var debugger = Debugger.lldb
    /// Lines of its output, if the page does not show any.
    var shows: [String]?

    var testDescription: String { name }
  }

  private static let steps = [
    Step(name: "break"), Step(name: "swift", after: []),
    Step(
      name: "load",
      shows: [
        "…bells.so`cleanse_plugin_configure(host=0x…, binder=0x…) at bells.c:54:1",
        "…libCleanseRuntime.so`cleanse_foreign_configure…",
      ]),
    Step(
      name: "apart", after: ["build", "strip"],
      shows: ["…bells.so`cast_bell(strokes=2, sound=\"ding dong\", error=0x…) at bells.c:20:15"]),
    Step(
      name: "add", after: ["build", "strip"],
      shows: [
        "symbol file '…symbols/bells.debug' has been added to '…bells.so'",
        "* thread #…, stop reason = breakpoint 1.1",
        "…bells.so`cast_bell(strokes=2, sound=\"ding dong\", error=0x…) at bells.c:20:15",
      ]),
    Step(
      name: "follow", debugger: .gdb,
      shows: [
        "Thread … \"probe-0\" hit Breakpoint 1, …cleanse_plugin_configure (…",
        "org.example.bells … ok",
      ]),
    Step(
      name: "attach", after: [],
      shows: [
        "* thread #1, name = 'probe-0', stop reason = breakpoint 1.1",
        "…waiting.so`cleanse_plugin_configure(host=0x…, binder=0x…) at bells.c:54:1",
        "org.example.bells … ok",
      ]),
  ]

  /// What another thread of `lldb` prints when a library is loaded: in the middle of another line,
  /// or not at all if the debugger ends before, as happens on a busy machine. The stop at the
  /// breakpoint shows that it has a location.
  private static let announcement = "1 location added to breakpoint 1"

  /// The directory that the page describes.
  private let directory: TemporaryDirectory
  private let page: Readme

  init() throws {
    page = try Readme("Documentation/DebuggingPlugins.md")
    directory = try TemporaryDirectory()
    let files = try Readme("Documentation/Plugins.md").files + page.files
    for file in files where file.path.hasPrefix("Bells/") {
      try directory.write(file.contents.utf8, to: file.path)
    }
    try directory.link("plugins", to: Build.plugins.path)
  }

  @Test("stop in the plugin, and show where", arguments: steps)
  func step(step: Step) throws {
    try requireCompiler("cc")
    var environment = try step.debugger.environment()
    if step.name == "attach" { try requireAttaching() }
    environment["PATH"] = try path
    for name in step.after { try run(page.script(name)) }
    let output = try run(page.script(step.name), environment)
    for line in try step.shows ?? page.shown(step.name) where line != Self.announcement {
      #expect(Self.has(line, output), "no line is `\(line)` in\n\(output)")
    }
  }

  @Test("accept a plugin without symbols, with and without its symbol table")
  func strip() throws {
    try requireCompiler("cc")
    try run(page.script("build"))
    let size = try directory.bytes(of: "Bells/bells.so").count
    try run(page.script("strip"))
    #expect(try directory.bytes(of: "Bells/bells.so").count < size)
    #expect(directory.contains("symbols/bells.debug"))
    try run("strip Bells/bells.so; host validate --strict Bells")
    #expect(try run("host run Bells -- ring") == "ding dong\nding dong\n")
    // The failure that the page warns of.
    try run("mv symbols/bells.debug Bells/debug.so")
    let list = try host("list", "Bells", in: directory)
    #expect(list.errors.contains("[plugin/malformed-elf]"))
  }

  @Test("find a bug of a plugin with the address sanitizer of gcc, and none in a sound plugin")
  func address() throws {
    try requireCompiler("gcc")
    let library = try run("gcc -print-file-name=libasan.so")
    guard library.hasPrefix("/") else { try skip(because: "gcc has no address sanitizer") }
    #expect(try run(page.script("address")) == "ding dong\nding dong\n")
    let source = String(decoding: try directory.bytes(of: "Bells/bells.c"), as: UTF8.self)
    let faulty = source.replacing("made->sound = sound", with: "made[1].sound = sound")
    try #require(faulty != source)
    try directory.write(faulty.utf8, to: "Bells/bells.c")
    let report = try run("(" + page.script("address") + ") 2>&1 || true")
    #expect(report.contains("AddressSanitizer: heap-buffer-overflow"))
    #expect(report.contains("in cast_bell"))
    let plain = try host("run", "--no-cache", "Bells", "--", "ring", in: directory)
    #expect(plain.errors.contains("[plugin/probe-exited]"))
  }

  @Test("show what the host decided")
  func decided() throws {
    try requireCompiler("cc")
    try run(page.script("build"))
    let output = try run(page.script("decided"))
    for text in ["the application  contribution", "PROVIDED BY", "deadline", "calling"] {
      #expect(output.contains(text), "`\(text)` is not in\n\(output)")
    }
  }

  @Test("are all run, except the two blocks that need another build")
  func complete() throws {
    let run = Self.steps.flatMap { $0.after + [$0.name] } + ["address", "decided"]
    #expect(Set(page.scriptNames) == Set(run))
    #expect(page.blocks(of: ["sh"]) == page.scriptNames.count + 2)
  }

  /// Whether a line of the output matches the pattern, in which `…` matches any text.
  private static func has(_ pattern: String, _ output: String) -> Bool {
    let parts = pattern.split(separator: "…", omittingEmptySubsequences: false)
    return output.split(separator: "\n").contains { line in
      var rest = line.drop { $0 == " " }
      for (index, part) in parts.enumerated() {
        let part = index == 0 ? part.drop { $0 == " " } : part
        guard let range = rest.firstRange(of: part) else { return false }
        if index == 0, range.lowerBound != rest.startIndex { return false }
        rest = rest[range.upperBound...]
      }
      return parts.last == "" || rest.allSatisfy { $0 == " " }
    }
  }

  /// With the program of the build, which is not stripped, unless a shell would split its path.
  private var path: String {
    get throws {
      let programs = Build.products.path
      let isPlain = !programs.contains(where: \.isWhitespace)
      let folder = try isPlain ? programs : PlainInstallation.programs
      return "\(folder):\(ChildProcess.searchPaths["PATH"] ?? "")"
    }
  }

  @discardableResult
  private func run(_ script: String, _ environment: [String: String] = [:]) throws -> String {
    // A background process of a script must not outlive it: it would keep the output open.
    try Shell.run(
      "trap 'jobs -p | xargs -r kill' EXIT\n" + script, in: directory,
      environment: environment.merging([
        "PATH": try path, "XDG_CACHE_HOME": directory.path(of: "cache"),
        // A debugger reads the user's settings there.
        "HOME": directory.path,
      ]) { $1 })
  }

  private func requireCompiler(_ name: String) throws {
    let outcome = try ChildProcess(
      program: "/usr/bin/env", arguments: [name, "--version"], environment: ChildProcess.searchPaths
    ).run()
    if outcome.status != 0 { try skip(because: "there is no \(name)") }
  }

  /// A debugger may be able to start a program, but not to attach to one.
  private func requireAttaching() throws {
    let scope = try? String(contentsOfFile: "/proc/sys/kernel/yama/ptrace_scope", encoding: .utf8)
    if let scope, !scope.hasPrefix("0"), geteuid() != 0 {
      try skip(because: "only root may attach a debugger: ptrace_scope is \(scope)")
    }
    let pgrep = try ChildProcess(
      program: "/usr/bin/env", arguments: ["pgrep", "--version"],
      environment: ChildProcess.searchPaths
    ).run()
    if pgrep.status != 0 { try skip(because: "there is no pgrep") }
  }
}
