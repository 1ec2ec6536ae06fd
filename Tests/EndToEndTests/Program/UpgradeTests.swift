import CleanseTestSupport
import Foundation
import Testing

@Suite("A host that starts while a plugin is upgraded", .blocking)
struct UpgradeTests {
  /// Compiles a plugin whose command `number` prints a number.
  ///
  /// - Parameter declarations: Further declarations in C.
  private func build(
    _ file: String, printing number: Int, _ declarations: String = "",
    in directory: TemporaryDirectory
  ) throws {
    var plugin = OptionPlugin()
    plugin.identifier = "org.example.number"
    plugin.command = "number"
    plugin.options = "{}"
    plugin.parameters = [("void", "void")]
    plugin.statements = "fprintf(text, \"\(number)\\n\");"
    plugin.declarations = declarations
    try plugin.build(file, in: directory)
  }

  /// Lets plugins replace files while they are checked.
  private func turnSandboxOff(in directory: TemporaryDirectory) throws {
    try directory.write(#"{"sandbox": {"mode": "off"}}"#.utf8, to: "host.json")
  }

  /// C code that puts the new version in place of the plugin when it is loaded for the n-th time.
  private func upgrading(
    _ plugin: String = "number.so", atLoad number: Int, in directory: TemporaryDirectory
  ) -> String {
    """
    __attribute__((constructor)) static void upgrade(void) {
      for (int load = 1; load <= \(number); load += 1) {
        char path[4096];
        snprintf(path, sizeof path, "\(directory.path)/load-%d", load);
        int file = open(path, O_CREAT | O_EXCL | O_WRONLY, 0600);
        if (file < 0) continue;
        close(file);
        if (load == \(number))
          rename("\(directory.path)/new.so", "\(directory.path)/plugins/\(plugin)");
        return;
      }
    }
    """
  }

  @Test(
    "reads the new file, whichever of its processes finds it",
    arguments: [(1, "8\n"), (2, "8\n"), (3, "8\n"), (4, "7\n")])
  func replaced(atLoad number: Int, output: String) throws {
    // A failed load in the process that makes commands was lost: "no plugin contributes a command".
    let directory = try TemporaryDirectory()
    _ = try directory.makeDirectory("plugins")
    try turnSandboxOff(in: directory)
    try build(
      "plugins/number.so", printing: 7, upgrading(atLoad: number, in: directory), in: directory)
    try build("new.so", printing: 8, in: directory)
    // The loads: alone, with all others, to make the commands, and in the host, which runs what it has inspected.
    let run = try host("run", "--", "number", in: directory)
    #expect(run.status == 0 && run.output == output, "\(run.errors)")
    #expect(try host("run", "--", "number", in: directory).output == "8\n")
  }

  // The worker was refused, as the file had changed.
  @Test("serves the files that it has copied, and the new one after a reload", arguments: 1...3)
  func served(atLoad number: Int) throws {
    let (directory, other) = (try TemporaryDirectory(), try TemporaryDirectory())
    try turnSandboxOff(in: directory)
    let (old, new) = (ServicePlugin(), ServicePlugin(answer: "second"))
    try old.build(in: directory)
    try new.build(in: other)
    try #require(rename(other.path(of: "plugins/\(new.file)"), directory.path(of: "new.so")) == 0)
    // It is loaded before the server: alone, with it, and in the worker.
    var first = CPlugin()
    first.declarations =
      "#include <stdio.h>\n" + upgrading(old.file, atLoad: number, in: directory)
    try first.build("plugins/first.so", in: directory)
    let serving = try ServingHost(listening(in: directory), in: directory)
    try serving.ready()
    #expect(try answer(in: directory) == "first")
    try eventually("the file differs") {
      try host("status", "--control", "c.sock", in: directory).status == 4
    }
    #expect(try host("reload", "--control", "c.sock", in: directory).status == 0)
    try eventually("the new plugin answers") { try answer(in: directory) == "second" }
    let outcome = try serving.stop()
    #expect(outcome.status == 0)
    let log = String(decoding: outcome.errors, as: UTF8.self)
    #expect(!log.contains("error:"), "\(log)")
  }

  // The fragment said that the file had changed.
  @Test("writes the fragment of the new file")
  func fragment() throws {
    let directory = try TemporaryDirectory()
    _ = try directory.makeDirectory("plugins")
    try turnSandboxOff(in: directory)
    try build("plugins/number.so", printing: 7, upgrading(atLoad: 1, in: directory), in: directory)
    try build("new.so", printing: 8, in: directory)
    let run = try host("fragment", "--output", "fragments", "plugins", in: directory)
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    #expect(directory.contains("fragments/org.example.number.json"))
  }

  @Test("runs one version or the other, however often it is upgraded")
  func repeated() throws {
    // CLEANSE_UPGRADE_COUNT=150 makes as many starts.
    let variable = ProcessInfo.processInfo.environment["CLEANSE_UPGRADE_COUNT"]
    let count = variable.flatMap { Int($0) } ?? 5
    let directory = try TemporaryDirectory()
    _ = try directory.makeDirectory("plugins")
    for number in [7, 8] { try build("new-\(number).so", printing: number, in: directory) }
    let script = """
      cp new-7.so plugins/number.so
      for start in $(seq \(count)); do
        rm -rf cache/cleanse
        (for number in 8 7 8 7; do
          cp new-$number.so plugins/.new; mv plugins/.new plugins/number.so; sleep 0.02
        done) &
        "$1" run -- number
        wait
      done
      """
    let outcome = try ChildProcess(
      program: "/bin/sh", arguments: ["-c", script, "sh", Build.host.path],
      environment: ChildProcess.searchPaths.merging([
        "XDG_CACHE_HOME": directory.path(of: "cache")
      ]) { $1 },
      directory: directory.path, deadline: .seconds(60 + 10 * count)
    ).run()
    let lines = String(decoding: outcome.output, as: UTF8.self).split(separator: "\n")
    #expect(lines.count == count && lines.allSatisfy { ["7", "8"].contains($0) }, "\(lines)")
    #expect(outcome.errors.isEmpty, "\(String(decoding: outcome.errors, as: UTF8.self))")
  }
}
