import CleanseTestSupport
import Foundation
import Testing

/// Runs the installed program, which has all that `host doctor` looks for.
@Suite("host doctor", .blocking)
struct DoctorTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    try directory.makeDirectory("plugins")
  }

  private func doctor(
    _ arguments: String = "", environment: [String: String] = [:], temporary: String? = nil
  ) throws -> String {
    var all = [
      "XDG_CACHE_HOME": directory.path(of: "cache"), "HOST": Build.installation.path + "/bin/host",
    ]
    all.merge(environment) { $1 }
    // The shell gets a directory for temporary files of its own.
    let setting = temporary.map { "TMPDIR='\($0)' " } ?? ""
    return try Shell.run(
      #"\#(setting)"$HOST" doctor \#(arguments) 2>&1 || echo "status $?""#, in: directory,
      environment: all)
  }

  @Test("finds nothing wrong with this installation")
  func healthy() throws {
    let text = try doctor()
    #expect(!text.contains("status 1"), "\(text)")
    for area in [
      "machine", "installation", "settings", "plugins", "cache", "compilers", "faults",
    ] {
      #expect(text.contains("\n\(area)\n") || text.hasPrefix("\(area)\n"), "\(area)")
    }
    #expect(text.contains("  ok       0 plugins in ./plugins\n"))
    #expect(text.contains(/\n\d+ ok, \d+ warnings?, 0 errors\n$/))
  }

  @Test("detects every faulty file that it creates, and leaves nothing behind")
  func faults() throws {
    try directory.makeDirectory("temporary")
    let temporary = directory.path(of: "temporary")
    let text = try doctor(temporary: temporary)
    #expect(
      text.contains(/\nfaults\n  ok       [0-9]{2} files: all detected as expected\n/), "\(text)")
    #expect(text.contains("temporary files can be created in \(temporary)\n"))
    // `swiftc --version` leaves a directory of its own.
    let rest = try FileManager.default.contentsOfDirectory(atPath: temporary)
    #expect(!rest.contains { $0.hasPrefix("cleanse-") }, "\(rest)")
    let missing = try doctor(temporary: "/nowhere")
    #expect(
      missing.contains(
        """
        faults
          error    the faulty files can't be created: can't create a directory in /nowhere: No such file or directory
                   fix: set TMPDIR to a directory that you may write to
        """), "\(missing)")
    #expect(missing.hasSuffix("status 1\n"))
  }

  @Test("reports faulty settings, and what they name")
  func settings() throws {
    try directory.write("{\"strikt\": true}", to: "host.json")
    let broken = try doctor()
    #expect(broken.contains("  error    host.json:1: `strikt` is not a known key"), "\(broken)")
    #expect(broken.hasSuffix("status 1\n"))
    try directory.write(
      #"{"directories": ["plugins", "none"], "baseline": "known.json", "lock": {"file": "a.lock", "locked": true}}"#,
      to: "host.json")
    let missing = try doctor()
    #expect(missing.contains("  error    there is no lock file a.lock\n"), "\(missing)")
    #expect(
      missing.contains("  error    there is no plugin directory none\n           fix: mkdir none\n")
    )
    #expect(missing.contains("known.json"))
    #expect(missing.hasSuffix("status 1\n"))
  }

  // It was the first start that showed it.
  @Test("reports whether limits of islands can be enforced, if there are some")
  func limits() throws {
    #expect(try !doctor().contains("the limits of"))
    try directory.write(
      #"{"islands": {"web": {"plugins": ["org.example.web"], "limits": {"processes": 64}}}}"#,
      to: "host.json")
    let text = try doctor()
    let isPossible = text.contains("  ok       the limits of the island web can be enforced in ")
    let isNot = text.contains(
      #/  (warning|error) +the limits of the island web can't be enforced .+: .+\n +fix: /#)
    #expect(isPossible != isNot, "\(text)")
  }

  @Test("reports plugins that can't be used")
  func plugins() throws {
    try directory.write("no plugin", to: "plugins/a.so")
    let text = try doctor()
    #expect(
      text.contains(
        "  error    1 of 1 plugin in ./plugins can't be used\n           fix: see `host list`\n"),
      "\(text)")
    #expect(text.hasSuffix("status 1\n"))
  }

  @Test("reports another program of its name, another compiler, and no cache")
  func environment() throws {
    for (name, script) in [
      ("host", "exit 1"), ("swiftc", "echo 'Swift version 1.0 (x)'"), ("cc", "exit 1"),
    ] {
      try directory.writeScript(script, to: "bin/\(name)")
    }
    let text = try doctor(
      environment: [
        "PATH": directory.path(of: "bin"), "XDG_CACHE_HOME": "/proc/none",
      ])
    #expect(
      text.contains(
        "  warning  the shell starts another program as `host`: \(directory.path)/bin/host\n"),
      "\(text)")
    #expect(text.contains("/bin/swiftc is another compiler than that of this program"))
    // The fix was to install Debian's package again, although the program was not from there.
    let cc = directory.path(of: "bin/cc")
    #expect(
      text.contains(
        "\(cc), for plugins in C, can't be run\n           fix: see what `\(cc) --version` prints"))
    #expect(
      text.contains(
        "  ok       no cargo, which only plugins in Rust need: apt-get install cargo\n"))
    #expect(text.contains("  warning  no cache is available"))
    #expect(!text.contains("status"))
  }

  @Test("as JSON has a status for each check")
  func json() throws {
    let json = try JSONSerialization.jsonObject(with: Data(try doctor("--format json").utf8))
    let report = try #require(json as? [String: Any])
    #expect(report["schema"] as? String == "cleanse-doctor/1")
    let checks = try #require(report["checks"] as? [[String: Any]])
    #expect(checks.count > 10)
    #expect(checks.allSatisfy { $0["message"] is String && $0["area"] is String })
    #expect(checks.allSatisfy { ($0["status"] as? String == "ok") == ($0["fix"] == nil) })
  }
}
