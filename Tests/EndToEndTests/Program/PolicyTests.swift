import CleanseTestSupport
import Foundation
import Glibc
import Testing

@Suite("host.json", .blocking)
struct PolicyTests {
  /// A directory with the policy, sample plugins in `plugins`, and a deeply nested directory.
  private static func project(_ policy: String, samples: [String] = ["Wrap"]) throws
    -> TemporaryDirectory
  {
    let directory = try TemporaryDirectory()
    try directory.write(policy.utf8, to: "host.json")
    try directory.write([], to: "work/deep/file")
    try directory.write([], to: "plugins/file")
    for name in samples + ["TextFilterAPI", "WordCounting"] {
      try FileManager.default.copyItem(
        at: Build.plugins.appending(path: "lib\(name).so"),
        to: directory.url.appending(path: "plugins/lib\(name).so"))
    }
    return directory
  }

  /// Runs `host` in a directory below that of the test.
  private static func run(
    in directory: TemporaryDirectory, _ subdirectory: String, _ arguments: String...,
    environment: [String: String] = [:]
  ) throws -> HostRun {
    try run(in: directory, subdirectory, arguments: arguments, environment: environment)
  }

  /// The same with the arguments as an array.
  private static func run(
    in directory: TemporaryDirectory, _ subdirectory: String, arguments: [String],
    environment: [String: String] = [:]
  ) throws -> HostRun {
    let outcome = try ChildProcess(
      program: Build.host.path(percentEncoded: false), arguments: arguments,
      environment: ChildProcess.searchPaths.merging(environment) { $1 },
      directory: directory.path(of: subdirectory), input: .nothing, output: .captured
    ).run()
    return HostRun(
      arguments: arguments, status: outcome.status,
      output: String(decoding: outcome.output, as: UTF8.self),
      errors: String(decoding: outcome.errors, as: UTF8.self))
  }

  @Test("applies to every command in its directory and below, with paths relative to the file")
  func below() throws {
    let project = try Self.project(
      #"{"directories": ["plugins"], "strict": true}"#, samples: ["Wrap", "Pipeline"])
    for subdirectory in [".", "work", "work/deep"] {
      let list = try Self.run(in: project, subdirectory, "list")
      #expect(list.status == 0)
      #expect(list.output.contains("org.cleanse.samples.wrap"))
      #expect(try Self.run(in: project, subdirectory, "validate").status == 0)
      #expect(try Self.run(in: project, subdirectory, "run").status == 0)
      #expect(
        try Self.run(in: project, subdirectory, "show", "org.cleanse.samples.wrap").status == 0)
      #expect(try Self.run(in: project, subdirectory, "lock", "--output", "l").status == 0)
      let without = try Self.run(in: project, subdirectory, "list", "--no-config")
      #expect(without.status == (subdirectory == "." ? 0 : 2))
    }
    let validated = try Self.run(in: project, "work", "validate", "--format", "json")
    #expect(try validated.json()["strict"] as? Bool == true)
    #expect(try validated.json()["directories"] as? [String] == ["../plugins"])
    let lax = try Self.run(in: project, "work", "validate", "--no-strict", "--format", "json")
    #expect(try lax.json()["strict"] as? Bool == false)
  }

  @Test("is overridden by the environment, and that by the command line")
  func precedence() throws {
    let project = try Self.project(#"{"directories": ["plugins"]}"#)
    let empty = try TemporaryDirectory()
    let environment = ["CLEANSE_PLUGIN_PATH": empty.path]
    #expect(
      try Self.run(in: project, "work", "list", environment: environment).errors
        .hasPrefix("no plugin in \(empty.path)"))
    #expect(
      try Self.run(in: project, "work", "list", "../plugins", environment: environment).output
        .contains("org.cleanse.samples.wrap"))
  }

  @Test("requires signatures by the keys that it names")
  func signatures() throws {
    let project = try Self.project(
      #"{"directories":["plugins"],"trust":{"requireSigned":true,"trustedKeys":["a.key.pub"]}}"#)
    let missing = try Self.run(in: project, "work", "list")
    #expect(missing.status == 2)
    expectGolden(missing, "policy-no-key", in: project)
    #expect(try Self.run(in: project, ".", "key", "new", "--output", "a.key").status == 0)
    let unsigned = try Self.run(in: project, "work", "list")
    #expect(unsigned.status == 1)
    #expect(unsigned.output.contains("rejected: plugin/unsigned"))
    #expect(try Self.run(in: project, "work", "list", "--no-require-signed").status == 0)
    let plugin = "plugins/libWrap.so"
    #expect(try Self.run(in: project, ".", "probe", plugin).errors.contains("[plugin/unsigned]"))
    // The library that it brings is signed as well.
    let contract = "plugins/libTextFilterAPI.so"
    #expect(try Self.run(in: project, ".", "sign", "--key", "a.key", plugin, contract).status == 0)
    for command in [["list"], ["validate"], ["probe", "../\(plugin)"]] {
      #expect(try Self.run(in: project, "work", arguments: command).status == 0, "\(command)")
    }
  }

  @Test("names the lock that host lock writes and the others use")
  func lock() throws {
    let project = try Self.project(
      #"{"directories":["plugins"],"lock":{"file":"a.lock","locked":true}}"#,
      samples: ["Wrap", "Number"])
    let missing = try Self.run(in: project, "work", "validate")
    #expect(missing.status == 2)
    expectGolden(missing, "policy-no-lock", in: project)
    #expect(try Self.run(in: project, "work", "lock").status == 0)
    #expect(project.contains("a.lock"))
    #expect(try Self.run(in: project, "work", "validate").status == 0)
    #expect(
      try Self.run(in: project, ".", "probe", "plugins/libWrap.so").status == 0,
      "the other plugins of the lock are not missing")
    try FileManager.default.removeItem(atPath: project.path(of: "plugins/libNumber.so"))
    let absent = try Self.run(in: project, "work", "validate")
    #expect(absent.status == 1)
    #expect(absent.errors.contains("[plugin/locked-plugin-missing]"))
    #expect(try Self.run(in: project, "work", "validate", "--no-locked").status == 0)
  }

  @Test("sets the time limit of a plugin, and the levels of findings")
  func findings() throws {
    let directory = try TemporaryDirectory()
    var plugin = CPlugin()
    plugin.declarations = """
      __attribute__((constructor)) static void wait_for_ever(void) { for (;;) pause(); }
      """
    try plugin.build("c.so", in: directory)
    try directory.write(#"{"directories": ["."], "deadline": 0.25}"#.utf8, to: "host.json")
    let late = try host("validate", in: directory)
    #expect(late.status == 1)
    #expect(late.errors.contains("[plugin/probe-timeout]"))
    #expect(late.errors.contains(" within 250 ms "))

    let chatty = try TemporaryDirectory(broken: ["Chatty"])
    try chatty.write(
      #"{"directories": ["."], "severities": {"plugin/wrote-output": "error"}}"#.utf8,
      to: "host.json")
    #expect(try host("validate", in: chatty).status == 1)
    #expect(try host("validate", "--severity", "plugin/wrote-output=note", in: chatty).status == 0)
  }

  @Test(
    "is a mistake or a failure with its own message if it can't be used",
    arguments: [
      ("policy-key", "{\n  \"directory\": [\"a\"]\n}", 2),
      ("policy-type", "{\n  \"strict\": \"yes\"\n}", 2), ("policy-empty", "", 2),
      ("policy-cut", "{\n  \"strict\":", 2),
      ("policy-newer", "{\"schema\": \"cleanse-host/2\"}", 2),
      (
        "policy-code", "{\n  \"severities\": {\n    \"cleanse/mising-binding\": \"note\"\n  }\n}", 2
      ),
      ("policy-keyless", "{\"trust\": {\"requireSigned\": true}}", 2),
    ] as [(String, String, Int32)])
  func mistakes(name: String, text: String, status: Int32) throws {
    let directory = try TemporaryDirectory()
    try directory.write(text.utf8, to: "host.json")
    for command in ["list", "show", "probe", "validate", "run", "lock", "config"] {
      let run = try host(command, in: directory)
      #expect(run.status == status)
      #expect(run.output.isEmpty)
      #expect(run.errors.hasPrefix("host: host.json:"))
    }
    try expectGolden(host("validate", in: directory), name)
    #expect(try host("config", "--no-config", in: directory).status == 0)
    // These commands ignore its contents.
    for arguments in [["sdk"], ["cache", "info"], ["help"]] {
      #expect(try host(arguments: arguments, in: directory).status == 0)
    }
  }

  @Test(
    "that can't be read has the status of a wrong one",
    arguments: ["policy-directory", "policy-loop", "policy-dangling", "policy-huge"])
  func unreadable(name: String) throws {
    let directory = try TemporaryDirectory()
    switch name {
    case "policy-directory": try directory.write([], to: "host.json/file")
    case "policy-loop": try directory.link("host.json", to: "host.json")
    case "policy-dangling": try directory.link("host.json", to: "nowhere")
    default:
      try directory.write([], to: "host.json")
      try #require(truncate(directory.path(of: "host.json"), 1 << 30) == 0)
    }
    let run = try host("validate", in: directory)
    #expect(run.status == 2)
    #expect(run.output.isEmpty)
    expectGolden(run, name)
    #expect(try host("config", "--no-config", in: directory).status == 0)
  }

  @Test("that the user may not read has the status of a wrong one", .enabled(if: getuid() != 0))
  func forbidden() throws {
    let directory = try TemporaryDirectory()
    try directory.write("{}".utf8, to: "host.json")
    try #require(chmod(directory.path(of: "host.json"), 0) == 0)
    let run = try host("config", in: directory)
    #expect(run.status == 2)
    #expect(run.errors.hasPrefix("host: host.json can't be read: Permission denied\n"))
  }

  @Test("that others can change is not used, and nothing is done without it")
  func insecure() throws {
    let directory = try TemporaryDirectory()
    try directory.write(#"{"trust": {"allowInsecure": true}}"#.utf8, to: "shared/host.json")
    try directory.write([], to: "shared/plugins/file")
    try #require(chmod(directory.path(of: "shared"), 0o1777) == 0)
    let run = try Self.run(in: directory, "shared/plugins", "list")
    #expect(run.status == 2)
    #expect(run.output.isEmpty)
    expectGolden(run, "policy-insecure", in: directory)
    let named = try Self.run(
      in: directory, "shared/plugins", "config", "--config", "../host.json")
    #expect(named.status == 0)
    #expect(named.output.contains("trust.allowInsecure         true"))
  }

  @Test("of another user is not used, also by root", .enabled(if: getuid() == 0))
  func owner() throws {
    let directory = try TemporaryDirectory()
    try directory.write("{}".utf8, to: "host.json")
    try #require(chown(directory.path(of: "host.json"), 12345, 12345) == 0)
    let run = try host("list", in: directory)
    #expect(run.status == 2)
    #expect(run.errors.contains("/host.json belongs to user 12345\n"))
  }

  @Test("is not searched for if the working directory is unknown")
  func removedDirectory() throws {
    let directory = try TemporaryDirectory()
    let script = """
      mkdir gone && cd gone && rmdir ../gone && exec "$0" config "$@"
      """
    func run(_ arguments: String...) throws -> (status: Int32, errors: String) {
      let outcome = try ChildProcess(
        program: "/bin/sh", arguments: ["-c", script, Build.host.path] + arguments,
        environment: ChildProcess.searchPaths, directory: directory.path, input: .nothing,
        output: .captured
      ).run()
      return (outcome.status, String(decoding: outcome.errors, as: UTF8.self))
    }
    let lost = try run()
    #expect(lost.status == 3)
    #expect(lost.errors.hasPrefix("host: can't determine the working directory"))
    #expect(try run("--no-config").status == 0)
  }
}
