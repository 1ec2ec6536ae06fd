import CleanseGraphAnalysis
@testable import CleanseGraph
@testable import CleansePluginCommands
import CleansePluginFiles
import CleansePluginMetadata
@testable import CleansePluginTrust
import CleanseTestSupport
import Glibc
import Testing

@Suite("A policy file")
struct PolicyFileTests {
  /// The contents of a file and the expected error.
  private static let mistakes = [
    ("", ":1 is empty"),
    (" \n\n", ":3 is empty"),
    ("{", ":1 is not JSON: expected a key in quotes, found the end of the text"),
    ("{\"strict\": true,}", ":1 is not JSON: expected a key in quotes, found `}`"),
    ("{\"strict\": tru}", ":1 is not JSON: expected a value, found `t`"),
    ("\u{FEFF}{}", ":1 begins with a byte order mark, which JSON doesn't allow"),
    ("[]", ":1 must be an object, not an array"),
    ("null", ":1 must be an object, not null"),
    ("{}\n{}", ":2 is not JSON: expected the end of the text, found `{`"),
    (
      String(repeating: "[", count: 100_000),
      ":1 is nested deeper than 16 levels"
    ),
    ("{\n\"strikt\": true}", ":2: `strikt` is not a known key; did you mean `strict`?"),
    (
      "{\"frobnicate\": 1}",
      ":1: `frobnicate` is not a known key; the known keys are `$schema`, `schema`, `directories`, "
        + "`severities`, `trust`, `lock`, `strict`, `baseline`, `deadline`, `sandbox`, "
        + "`permissions`, `onFailure`, `plugins`, `islands`"
    ),
    (
      "{\n\"strict\": true,\n\"strict\": true}",
      ":3: `strict` appears twice, first on line 2"
    ),
    ("{\"schema\": 1}", ":1: `schema` must be a string, not a number"),
    ("{\"schema\": \"host\"}", ":1: `schema` must be `cleanse-host/1`, not `host`"),
    (
      "{\"new\": 1,\n\"schema\": \"cleanse-host/2\"}",
      ":2: `schema` is `cleanse-host/2`, for another version of the host; this version reads "
        + "`cleanse-host/1`"
    ),
    ("{\"directories\": \"a\"}", ":1: `directories` must be an array of strings, not a string"),
    (
      "{\"directories\": []}",
      ":1: `directories` is empty; name at least one, or leave the key out"
    ),
    ("{\"directories\": [\"a\",\n7]}", ":2: `directories[1]` must be a string, not a number"),
    ("{\"directories\": [\" \"]}", ":1: `directories[0]` is empty"),
    (
      "{\"directories\": [\"a\\u0000b\"]}",
      ":1: `directories[0]` has the unprintable character U+0000"
    ),
    (
      "{\"baseline\": \"\(String(repeating: "a", count: 4096))\"}",
      ":1: `baseline` is longer than 4095 bytes"
    ),
    ("{\"baseline\": {}}", ":1: `baseline` must be a string, not an object"),
    ("{\"islands\": []}", ":1: `islands` must be an object, not an array"),
    ("{\"islands\": {\n\"web\": {}}}", ":2: `islands.web.plugins` is missing"),
    // Thousands took minutes: each was compared with all before it.
    (
      "{\"islands\": {"
        + (0...1000).map { "\"\($0)\": {\"plugins\": [\"\($0)\"]}" }
        .joined(separator: ",") + "}}",
      ":1: `islands` has 1001 islands, more than the limit of 1000"
    ),
    (
      "{\"islands\": {\"web\": {\"plugins\": \"a\"}}}",
      ":1: `islands.web.plugins` must be an array of strings, not a string"
    ),
    (
      "{\"islands\": {\"web\": {\"plugins\": [\"a.b\"]},\n\"mail\": {\"plugins\": [\"a.b\"]}}}",
      ":2: `islands.mail.plugins` has `a.b`, which is in the island `web` already"
    ),
    (
      "{\"islands\": {\"web\": {\"plugins\": [\"a.b\"],\n\"limit\": {}}}}",
      ":2: `islands.web.limit` is not a known key; did you mean `limits`?"
    ),
    (
      "{\"islands\": {\"web\": {\"plugins\": [\"a.b\"], \"permissions\": {\n\"read\": [\"x\"]}}}}",
      ":2: `islands.web.permissions.read[0]` must be an absolute path, not `x`"
    ),
    (
      "{\"islands\": {\"web\": {\"plugins\": [\"a.b\"], \"limits\": {\n\"memory\": \"1 MiB\"}}}}",
      ":2: `islands.web.limits.memory` must be a size of at least 16 MiB, such as `512 MiB` or `2 GiB`, "
        + "not `1 MiB`"
    ),
    (
      "{\"islands\": {\"web\": {\"plugins\": [\"a.b\"], \"limits\": {\n\"cpu\": 0}}}}",
      ":2: `islands.web.limits.cpu` must be a number of processors from 0.01 to 4096, not 0.0"
    ),
    (
      "{\"islands\": {\"web\": {\"plugins\": [\"a.b\"], \"limits\": {\n\"processes\": 16.5}}}}",
      ":2: `islands.web.limits.processes` must be a whole number from 16 to 4194304, not 16.5"
    ),
    (
      "{\"islands\": {\"web\": {\"plugins\": [\"a.b\"], \"limits\": {\n\"processes\": 1e300}}}}",
      ":2: `islands.web.limits.processes` must be a whole number from 16 to 4194304, not 1e+300"
    ),
    (
      "{\"islands\": {\"all\": {\"plugins\": [\"a.b\"]}}}",
      ":1: `islands.all` is no name of an island: it needs 1 to 100 printable bytes, and `all` is the application"
    ),
    ("{\"permissions\": []}", ":1: `permissions` must be an object, not an array"),
    (
      "{\n\"permissions\": {\n\"read\": [\"x\"]}}",
      ":3: `permissions.read[0]` must be an absolute path, not `x`"
    ),
    ("{\"strict\": \"yes\"}", ":1: `strict` must be true or false, not a string"),
    ("{\"strict\": 1}", ":1: `strict` must be true or false, not a number"),
    ("{\"strict\": null}", ":1: `strict` must be true or false, not null"),
    ("{\"deadline\": \"5\"}", ":1: `deadline` must be a number, not a string"),
    (
      "{\"deadline\": 0}",
      ":1: `deadline` must be a number of seconds above 0 and at most 86400"
    ),
    (
      "{\"deadline\": 1e999}",
      ":1: `deadline` must be a number of seconds above 0 and at most 86400"
    ),
    (
      "{\"deadline\": -0.5}",
      ":1: `deadline` must be a number of seconds above 0 and at most 86400"
    ),
    ("{\"lock\": true}", ":1: `lock` must be an object, not a boolean"),
    (
      "{\"lock\": {\"locket\": true}}",
      ":1: `lock.locket` is not a known key; did you mean `locked`?"
    ),
    ("{\"lock\": {\"locked\": \"a\"}}", ":1: `lock.locked` must be true or false, not a string"),
    ("{\"lock\": {\"file\": 1}}", ":1: `lock.file` must be a string, not a number"),
    (
      "{\"trust\": {\n\"requireSignd\": true}}",
      ":2: `trust.requireSignd` is not a known key; did you mean `requireSigned`?"
    ),
    (
      "{\"trust\": {\"trustedKeys\": \"a\"}}",
      ":1: `trust.trustedKeys` must be an array of strings, not a string"
    ),
    (
      "{\"trust\": {\"allowInsecure\": 0}}",
      ":1: `trust.allowInsecure` must be true or false, not a number"
    ),
    (
      "{\"sandbox\": {\"reed\": []}}",
      ":1: `sandbox.reed` is not a known key; did you mean `read`?"
    ),
    (
      "{\"sandbox\": {\"mode\": \"off\",\n\"write\": [\"out\"]}}",
      ":2: `sandbox.write[0]` must be an absolute path, not `out`"
    ),
    (
      "{\"plugins\": {\"a.b\": {\"sandbox\": {\"ports\": {\"bind\": [65536]}}}}}",
      ":1: `plugins.a.b.sandbox.ports.bind[0]` must be a whole number from 0 to 65535, not 65536"
    ),
    (
      "{\"plugins\": {\"a.b\": {\"sandbox\": {\"mode\": \"off\"}}}}",
      ":1: `plugins.a.b.sandbox.mode` is not a known key; the known keys are `read`, `write`, "
        + "`ports`, `resolve`"
    ),
    (
      "{\"plugins\": {\"a.b\": {\"sandbox\": true}}}",
      ":1: `plugins.a.b.sandbox` must be an object, not a boolean"
    ),
    ("{\"severities\": []}", ":1: `severities` must be an object, not an array"),
    (
      "{\"severities\": {\"policy/x\": 1}}",
      ":1: `severities.policy/x` must be a string, not a number"
    ),
    (
      "{\"severities\": {\"policy/x\":\n\"eror\"}}",
      ":1: `severities.policy/x` is invalid: unknown finding level `eror`; did you mean `error`?"
    ),
    (
      "{\"severities\": {\"policy/x\": \"fatal\"}}",
      ":1: `severities.policy/x` is invalid: unknown finding level `fatal`; the levels are error, "
        + "warning, note, ignore"
    ),
    (
      "{\"severities\": {\n\"cleanse/unusd-binding\": \"error\"}}",
      ":2: `severities.cleanse/unusd-binding` is invalid: unknown finding code "
        + "`cleanse/unusd-binding`; did you mean `cleanse/unused-binding`?"
    ),
    (
      "{\"severities\": {\"plugin/unsigned\": \"warning\"}}",
      ":1: `severities.plugin/unsigned` is invalid: `plugin/unsigned` can only be an error; a "
        + "plugin with such a finding is rejected, whatever its level"
    ),
  ]

  @Test("with an error is rejected with the line", arguments: mistakes)
  func mistake(text: String, message: String) throws {
    let directory = try TemporaryDirectory(["host.json": text])
    let error = #expect(throws: PolicyFileError.self) {
      try PolicyFile(contentsOf: "\(directory.path)/host.json", name: "a/host.json")
    }
    #expect(error?.cause == .mistake)
    #expect(error?.message == "a/host.json" + message)
  }

  @Test("that can't be used has status 2, whatever the reason, and is named")
  func statuses() async throws {
    let directory = try TemporaryDirectory(["bad.json": "{\"strikt\": true}", "big.json": ""])
    let path = directory.path
    #expect(try directory.addLoop("loop.json") == "\(path)/loop.json")
    try #require(truncate("\(path)/big.json", 1 << 30) == 0)
    try #require(mkfifo("\(path)/fifo.json", 0o600) == 0)
    for (name, message) in [
      ("bad.json", "bad.json:1: `strikt` is not a known key; did you mean `strict`?"),
      ("none.json", "none.json can't be read: No such file or directory"),
      ("big.json", "big.json has 1073741824 bytes, more than the limit of 1048576"),
      (
        "loop.json",
        "loop.json is a broken symbolic link: Too many levels of symbolic links"
      ),
      ("fifo.json", "fifo.json is a FIFO, not a regular file"),
      (".", ". is a directory, not a regular file"),
    ] {
      let outcome = await host("config", "--config", "\(path)/\(name)")
      #expect(outcome.status == 2)
      #expect(outcome.output.isEmpty)
      #expect(outcome.error.hasPrefix("host: \(path)/\(message)\n"))
      // The user did not name it.
      #expect(await host("config", "--no-config").status == 0)
    }
  }

  @Test("has values with lines, and paths relative to the working directory")
  func contents() throws {
    let directory = try TemporaryDirectory([
      "host.json": """
      {
        "schema": "cleanse-host/1",
        "directories": ["plugins", "/usr/lib/plugins", "../more"],
        "severities": {
          "cleanse/unused-binding": "error",
          "other/code": "ignore"
        },
        "trust": {
          "requireSigned": true, "trustedKeys": ["keys/a.pub"]
        },
        "lock": {
          "locked": true
        },
        "deadline": 2
      }
      """
    ])
    let file = try PolicyFile(
      contentsOf: "\(directory.path)/host.json", name: "../../host.json")
    #expect(
      file.directories?.value == ["../../plugins", "/usr/lib/plugins", "../../../more"])
    #expect(file.directories?.line == 3)
    #expect(
      file.severities.mapValues(\.value) == [
        .unusedBinding: .error, "other/code": .ignore,
      ])
    #expect(file.severities["other/code"]?.line == 6)
    #expect(file.requiresSigned?.value == true)
    #expect(file.trustedKeys?.value == ["../../keys/a.pub"])
    #expect(file.trustedKeys?.line == 9)
    #expect(file.lockFile?.value == "../../plugins.lock")
    #expect(file.lockFile?.line == 11)
    #expect(file.isLocked?.line == 12)
    #expect(file.deadline?.value == 2)
    #expect(file.isStrict == nil)
    #expect(file.baseline == nil)
    #expect(file.allowsInsecure == nil)
  }

  @Test("has what all plugins may do while they are checked, and what single ones may in addition")
  func grants() throws {
    let directory = try TemporaryDirectory([
      "host.json": """
      {
        "sandbox": {
          "mode": "require", "read": ["/srv"],
          "ports": {"connect": [443]}
        },
        "plugins": {
          "a.b": {"sandbox": {"write": ["/var/lib/a"], "resolve": true}}
        }
      }
      """
    ])
    let file = try PolicyFile(contentsOf: "\(directory.path)/host.json")
    #expect(file.sandbox?.value == .require)
    #expect(file.grants?.line(of: "read") == 3 && file.grants?.line(of: "ports.connect") == 4)
    #expect(file.grants?.line(of: "resolve") == nil)
    #expect(file.configuration.mentioned.map(\.name) == ["a.b"])
    let grants = Policy(file: file).sandboxGrants
    #expect(grants.all.phrases == ["read /srv", "connect to TCP port 443"])
    #expect(
      grants.access(of: ["x.y", "a.b"]).phrases
        == ["read /srv", "write /var/lib/a", "connect to TCP port 443", "resolve host names"])
    #expect(Policy().sandboxGrants == SandboxGrants())
  }

  @Test("may be an empty object")
  func empty() throws {
    let directory = try TemporaryDirectory(["host.json": "{}"])
    let file = try PolicyFile(contentsOf: "\(directory.path)/host.json")
    #expect(Policy(file: file).judgement == Judgement())
    #expect(Policy(file: file).directories == Policy().directories)
  }
}
