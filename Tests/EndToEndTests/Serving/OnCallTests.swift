import CleanseTestSupport
import Foundation
import Testing

@Suite("Documentation/OnCall.md", .serialized, .blocking)
struct OnCallTests {
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
