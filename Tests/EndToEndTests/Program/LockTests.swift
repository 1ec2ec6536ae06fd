import CleanseTestSupport
import Foundation
import Testing

@Suite("host lock", .blocking)
struct LockTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    try CPlugin().build("plugins/c.so", in: directory)
    var other = CPlugin()
    other.identifier = "org.example.other"
    try other.build("plugins/other.so", in: directory)
  }

  @Test("records the present plugins, and the other commands then use no others")
  func lock() throws {
    let lock = try host("lock", "plugins", in: directory)
    #expect(lock.status == 0)
    expectGolden(lock, "lock", in: directory)
    let bytes = try directory.bytes(of: "plugins.lock")
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    #expect(document["schema"] as? String == "cleanse-lock/1")
    let plugins = try #require(document["plugins"] as? [[String: Any]])
    #expect(
      plugins.compactMap { $0["identifier"] as? String } == ["org.example.c", "org.example.other"])
    #expect(
      plugins.first?["digest"] as? String
        == "blake2b-256:\(try directory.digits(of: "plugins/c.so"))")
    for command in [["list"], ["validate"], ["run"]] {
      let run = try host(arguments: command + ["--locked", "plugins"], in: directory)
      #expect(run.status == 0, "\(run.transcript)")
    }
    #expect(try host("diff", "plugins.lock", "plugins", in: directory).status == 0)
    _ = try host("lock", "plugins", in: directory)
    #expect(try directory.bytes(of: "plugins.lock") == bytes)
  }

  @Test("locks plugins in files of any name, which --locked then finds")
  func fileNames() throws {
    for (index, name) in ["a\tb", "a\nb", "\u{1B}[2J", "a\u{202E}b"].enumerated() {
      var plugin = CPlugin()
      plugin.identifier = "org.example.name\(index)"
      try plugin.build("plugins/plain.so", in: directory)
      try FileManager.default.moveItem(
        atPath: directory.path(of: "plugins/plain.so"),
        toPath: directory.path(of: "plugins/\(name).so"))
    }
    #expect(try host("lock", "plugins", in: directory).status == 0)
    for command in [["list", "--locked"], ["validate", "--locked"], ["diff", "plugins.lock"]] {
      let run = try host(arguments: command + ["plugins"], in: directory)
      #expect(run.status == 0, "\(run.transcript)")
    }
  }

  @Test("writes to devices and pipes, and replaces only regular files")
  func targets() throws {
    try FileManager.default.createSymbolicLink(
      atPath: directory.path(of: "full"), withDestinationPath: "/dev/full")
    for file in ["/dev/full", "full"] {
      let run = try host("lock", "--output", file, "plugins", in: directory)
      #expect(run.status == 3 && run.output.isEmpty)
      #expect(run.errors == "host: can't write to \(file): No space left on device\n")
      #expect(
        try FileManager.default.attributesOfItem(atPath: "/dev/full")[.type] as? FileAttributeType
          == .typeCharacterSpecial)
    }
    #expect(try host("lock", "plugins", in: directory).status == 0)
    let lock = String(decoding: try directory.bytes(of: "plugins.lock"), as: UTF8.self)
    for file in ["/dev/stdout", "-"] {
      let run = try host("lock", "--output", file, "plugins", in: directory)
      #expect(run.status == 0 && run.output == lock)
      #expect(run.errors == "locked 2 plugins in \(file)\n")
    }
    try FileManager.default.createSymbolicLink(
      atPath: directory.path(of: "link"), withDestinationPath: "plugins.lock")
    try FileManager.default.removeItem(atPath: directory.path(of: "plugins/other.so"))
    #expect(try host("lock", "--output", "link", "plugins", in: directory).status == 0)
    #expect(try host("list", "--locked", "plugins", in: directory).status == 0)
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: directory.path(of: "link"))
        == "plugins.lock")
  }

  @Test("a plugin that differs from its lock is rejected, and reported field by field")
  func drift() throws {
    _ = try host("lock", "plugins", in: directory)
    let before = try directory.digits(of: "plugins/c.so")
    var changed = CPlugin()
    changed.summary = "Another plugin in C"
    changed.declarations = CPlugin.marking(directory.path(of: "marker"))
    try changed.build("plugins/c.so", in: directory)
    let names: KeyValuePairs = [
      before: "<before>", try directory.digits(of: "plugins/c.so"): "<after>",
    ]
    let list = try host("list", "--locked", "plugins", in: directory)
    #expect(list.status == 1)
    expectGolden(list, "lock-drift", in: directory, names: names)
    for command in ["validate", "run"] {
      let run = try host(command, "--locked", "plugins", in: directory)
      #expect(run.errors.contains("[plugin/lock-mismatch]"))
    }
    #expect(!directory.contains("marker"))
    #expect(try host("validate", "--sandbox", "off", "plugins", in: directory).status == 0)
    #expect(directory.contains("marker"))
  }

  @Test(
    "a plugin with another library than the locked one is rejected, also with another variant"
  )
  func libraries() throws {
    let source = { (number: Int) in "int answer(void) { return \(number); }\n" }
    try CPlugin.compile(source(1), to: "plugins/libanswer.so", in: directory)
    var plugin = CPlugin()
    plugin.options = ["-Lplugins", "-Wl,--no-as-needed,-rpath,$ORIGIN", "-lanswer"]
    try plugin.build("plugins/c.so", in: directory)
    try #require(host("lock", "plugins", in: directory).status == 0)
    #expect(try host("run", "--locked", "plugins", in: directory).status == 0)
    let variant = "plugins/glibc-hwcaps/x86-64-v2/libanswer.so"
    try directory.write([], to: variant)
    try CPlugin.compile(source(2), to: variant, in: directory)
    let found = try directory.digits(of: variant)
    let list = try host("list", "--locked", "plugins", in: directory)
    #expect(list.status == 1)
    expectGolden(list, "lock-library", in: directory, names: [found: "<found>"])
    let diff = try host("diff", "plugins.lock", "plugins", in: directory)
    #expect(diff.status == 1)
    #expect(
      diff.output.contains(
        "    libraries glibc-hwcaps/x86-64-v2/libanswer.so: none → blake2b-256:\(found)\n"))
    try FileManager.default.removeItem(atPath: directory.path(of: variant))
    try CPlugin.compile(source(3), to: "plugins/libanswer.so", in: directory)
    #expect(
      try host("run", "--locked", "plugins", in: directory).errors
        .contains("  - libraries libanswer.so: the lock has blake2b-256:"))
  }

  @Test("diff shows what was added, removed and changed, whether or not plugins have to be locked")
  func diff() throws {
    _ = try host("lock", "plugins", in: directory)
    let lock = try directory.bytes(of: "plugins.lock")
    var changed = CPlugin()
    changed.summary = "Another plugin in C"
    let before = try directory.digits(of: "plugins/c.so")
    try changed.build("plugins/c.so", in: directory)
    try FileManager.default.removeItem(atPath: directory.path(of: "plugins/other.so"))
    changed.identifier = "org.example.new"
    try changed.build("plugins/new.so", in: directory)
    let diff = try host("diff", "plugins.lock", "plugins", in: directory)
    #expect(diff.status == 1)
    expectGolden(
      diff, "lock-diff", in: directory,
      names: [before: "<before>", try directory.digits(of: "plugins/c.so"): "<after>"])
    #expect(try directory.bytes(of: "plugins.lock") == lock)
    // A lock that is in use must not reject what is compared with it.
    try directory.write(#"{"lock": {"locked": true}}"#, to: "host.json")
    #expect(try host("diff", "plugins.lock", "plugins", in: directory).output == diff.output)
    #expect(
      try host("lock", "--output", "new.lock", "plugins", in: directory).output
        == "locked 2 plugins in new.lock\n")
    try FileManager.default.removeItem(atPath: directory.path(of: "host.json"))
    let list = try host("list", "--locked", "plugins", in: directory)
    #expect(list.status == 1)
    for code in ["lock-mismatch", "not-locked", "locked-plugin-missing"] {
      #expect(list.errors.contains("[plugin/\(code)]"))
    }
  }

  @Test("an absent or additional plugin is reported, and run continues only if it may leave it out")
  func set() throws {
    let directory = try TemporaryDirectory(samples: ["Pipeline", "Wrap", "Number"])
    _ = try host("lock", "--output", "my.lock", ".", in: directory)
    #expect(!directory.contains("plugins.lock"))
    #expect(try host("run", "--strict", "--locked=my.lock", ".", in: directory).status == 0)
    try FileManager.default.removeItem(atPath: directory.path(of: "libNumber.so"))
    try directory.copy(["libRedact.so"], from: Build.plugins)
    let list = try host("list", "--locked=my.lock", ".", in: directory)
    #expect(list.status == 1)
    expectGolden(list, "lock-set", in: directory)
    #expect(try host("validate", "--locked=my.lock", ".", in: directory).status == 1)
    #expect(try host("run", "--locked=my.lock", ".", in: directory).status == 1)
    let arguments = ["run", "--on-failure", "leave-out", "--locked=my.lock", "."]
    #expect(try host(arguments: arguments, in: directory).status == 0)
    #expect(try host(arguments: arguments + ["--strict"], in: directory).status == 1)
  }

  // The fix was `host lock` for every lock, which writes plugins.lock with the plugins of the settings.
  @Test("a fix names the lock file, the settings and the directories that the command line names")
  func fixes() throws {
    _ = try host("lock", "--output", "my.lock", "plugins", in: directory)
    try FileManager.default.removeItem(atPath: directory.path(of: "plugins/other.so"))
    let settings = #"{"directories": ["plugins"], "lock": {"file": "my.lock", "locked": true}}"#
    try directory.write(settings, to: "host.json")
    try directory.write(settings, to: "other.json")
    for (arguments, fix) in [
      ([], ""), (["plugins"], " plugins"), (["--locked=my.lock"], " --output my.lock"),
      (["--config", "other.json"], " --config other.json"),
      (
        ["--no-config", "--locked=my.lock", "plugins"],
        " --no-config --output my.lock plugins"
      ),
    ] {
      let run = try host(arguments: ["list"] + arguments, in: directory)
      #expect(run.errors.contains("update the lock: `host lock\(fix)`\n"), "\(run.transcript)")
    }
    let update = ["lock", "--no-config", "--output", "my.lock", "plugins"]
    #expect(try host(arguments: update, in: directory).status == 0)
    #expect(try host("list", in: directory).status == 0)
  }

  @Test("a plugin that can't be used is reported and left out")
  func rejected() throws {
    try directory.write([], to: "plugins/empty.so")
    let lock = try host("lock", "plugins", in: directory)
    #expect(lock.status == 1)
    #expect(lock.output == "locked 2 plugins in plugins.lock\n")
    #expect(lock.errors.contains("[plugin/empty-file]"))
    try FileManager.default.removeItem(atPath: directory.path(of: "plugins/empty.so"))
    #expect(try host("list", "--locked", "plugins", in: directory).status == 0)
  }

  // The lock was replaced by one without the plugins that could not be used, such as those of another application.
  @Test("is not replaced by a lock of fewer plugins if there are errors")
  func loss() throws {
    _ = try host("lock", "plugins", in: directory)
    let bytes = try directory.bytes(of: "plugins.lock")
    try directory.write([], to: "plugins/other.so")
    let refused = try host("lock", "plugins", in: directory)
    #expect(refused.status == 1 && refused.output.isEmpty)
    expectGolden(refused, "lock-loss", in: directory)
    #expect(try directory.bytes(of: "plugins.lock") == bytes)
    // Further plugins are no loss, nor is one that was removed while all others can be used.
    try directory.write(#"{"schema": "cleanse-lock/1", "plugins": []}"#, to: "plugins.lock")
    #expect(
      try host("lock", "plugins", in: directory).output == "locked 1 plugin in plugins.lock\n")
    try directory.write(bytes, to: "plugins.lock")
    try FileManager.default.removeItem(atPath: directory.path(of: "plugins/other.so"))
    #expect(try host("lock", "plugins", in: directory).status == 0)
    // A damaged lock is written again, as its error suggests.
    try directory.write("hello\n".utf8, to: "plugins.lock")
    try directory.write([], to: "plugins/other.so")
    #expect(
      try host("lock", "plugins", in: directory).output == "locked 1 plugin in plugins.lock\n")
  }

  @Test("a lock that can't be read stops everything")
  func unreadable() throws {
    let missing = try host("run", "--locked", "plugins", in: directory)
    #expect(missing.status == 2)
    expectGolden(missing, "lock-missing")
    #expect(try host("diff", "plugins.lock", "plugins", in: directory).status == 2)
    for (name, text) in [
      ("text", "hello\n"), ("newer", #"{"schema": "cleanse-lock/2"}"#),
      ("cut", #"{"schema": "cleanse-lock/1", "plugins": ["#), ("empty", ""),
    ] {
      try directory.write(text.utf8, to: "plugins.lock")
      let run = try host("run", "--locked", "plugins", in: directory)
      #expect(run.status == 3)
      #expect(run.output.isEmpty)
      expectGolden(run, "lock-\(name)")
    }
    let nowhere = try host("lock", "--output", "none/plugins.lock", "plugins", in: directory)
    #expect(nowhere.status == 3)
    #expect(
      nowhere.errors == """
        host: can't write to none/plugins.lock: there is no directory none
          create it, or specify another file

        """)
  }
}
