import CleanseTestSupport
import Foundation
import Testing

@Suite("Documentation/OnCall.md", .serialized, .blocking)
struct OnCallTests {
  @Test("the commands of a rollback let the old plugins serve again")
  func rollback() throws {
    let directory = try TemporaryDirectory()
    for (release, answer) in [("release-1", "first"), ("release-2", "second")] {
      try ServicePlugin(answer: answer).build(in: directory)
      try #require(rename(directory.path(of: "plugins"), directory.path(of: release)) == 0)
    }
    try directory.link("plugins", to: "release-2")
    let serving = try ServingHost(listening(in: directory), in: directory)
    try serving.ready()
    #expect(try answer(in: directory) == "second")
    let commands = try Readme("Documentation/OnCall.md").script("rollback")
      .replacing("host.sock", with: "c.sock")
    let path = "\(Build.hostProducts.path):\(ChildProcess.searchPaths["PATH"] ?? "")"
    let shown = try Shell.run(commands, in: directory, environment: ["PATH": path])
    #expect(shown.contains("org.example.server 1.0.0"), "\(shown)")
    #expect(try answer(in: directory) == "first")
    #expect(try serving.stop().status == 0)
  }

  // The filter ended at the first line that is no entry, such as one of what started the program.
  @Test("the filter finds the errors of a log with lines that are no entries")
  func filter() throws {
    let program = "/usr/bin/jq"
    guard FileManager.default.isExecutableFile(atPath: program) else {
      try skip(because: "jq is not installed")
    }
    let page = try Repository.text(of: "Documentation/OnCall.md")
    let command = try #require(
      page.firstMatch(of: /`(jq [^`]*) \/var\/log\/cleanse-host\/host.log`/))
    let directory = try TemporaryDirectory()
    let errors = [#"{"level":"error","event":"a"}"#, #"{"level":"error","event":"b"}"#]
    let lines = [errors[0], "starting", #"{"level":"info"}"#, #"{"torn"#, "", errors[1]]
    try directory.write(lines.joined(separator: "\n"), to: "host.log")
    // In a table, the bar is escaped.
    let shown = try Shell.run(
      "\(command.1) host.log".replacing("\\|", with: "|"), in: directory,
      environment: ["PATH": "/usr/bin:/bin"])
    #expect(shown == errors.map { $0 + "\n" }.joined(), "\(shown)")
  }

  @Test("logrotate accepts the settings")
  func logrotate() throws {
    let program = "/usr/sbin/logrotate"
    guard FileManager.default.isExecutableFile(atPath: program) else {
      try skip(because: "logrotate is not installed")
    }
    let directory = try TemporaryDirectory()
    let file = try #require(
      try Readme("Documentation/OnCall.md").files.first { $0.path == "cleanse-host.logrotate" })
    let logs = try directory.makeDirectory("logs")
    chmod(logs, 0o755)
    try directory.write("a line\n", to: "logs/host.log")
    let settings = file.contents.replacing("/var/log/cleanse-host", with: logs)
    chmod(try directory.write(settings, to: "settings"), 0o644)
    let outcome = try ChildProcess(
      program: program,
      arguments: ["--debug", "--force", "--state", directory.path(of: "state"), "settings"],
      directory: directory.path
    ).run()
    let errors = String(decoding: outcome.errors, as: UTF8.self)
    #expect(outcome.status == 0, "\(errors)")
    #expect(!errors.contains("error:"), "\(errors)")
    #expect(errors.contains("renaming \(logs)/host.log to \(logs)/host.log.1"), "\(errors)")
  }
}
