@testable import CleansePluginCommands
import CleanseTestSupport
import Testing

@Suite("host config")
struct ConfigCommandTests {
  @Test("shows each setting with its origin")
  func text() async {
    let outcome = await host(
      "config", "--strict", "--severity", "plugin/wrote-output=ignore",
      environment: ["CLEANSE_PLUGIN_PATH": "a:b"])
    #expect(outcome.status == 0)
    #expect(outcome.error.isEmpty)
    #expect(
      outcome.output == """
        SETTING                         VALUE         ORIGIN
        directories                     a             CLEANSE_PLUGIN_PATH
                                        b
        strict                          true          command line
        deadline                        5             default
        sandbox.mode                    prefer        default
        sandbox.read                    -             default
        sandbox.write                   -             default
        sandbox.ports.connect           -             default
        sandbox.ports.bind              -             default
        sandbox.resolve                 false         default
        onFailure                       refuse        default
        baseline                        -             default
        lock.file                       plugins.lock  default
        lock.locked                     false         default
        trust.allowInsecure             false         default
        trust.allowSimilarCompiler      false         default
        trust.requireSigned             false         default
        trust.trustedKeys               -             default
        permissions                     -             default
        severities.plugin/wrote-output  ignore        command line

        """)
  }

  @Test("accepts the same directories as other commands")
  func operands() async {
    let outcome = await host("config", "a\u{1B}", "--", "-b")
    #expect(
      outcome.output.contains(
        """
        directories                 a\\u{1B}       command line
                                    -b

        """))
  }

  @Test("has typed values as JSON")
  func json() async throws {
    let directory = try TemporaryDirectory([
      "host.json": #"{"deadline":0.5,"directories":["p"]}"#
    ])
    let path = "\(directory.path)/host.json"
    let outcome = await host("config", "--config", path, "--format", "json")
    #expect(outcome.status == 0)
    #expect(
      outcome.output.hasPrefix(
        """
        {
          "file" : "\(path)",
          "schema" : "cleanse-config/1",
          "settings" : [
            {
              "key" : "directories",
              "location" : "\(path):1",
              "origin" : "file",
              "value" : [
                "\(directory.path)/p"
              ]
            },
            {
              "key" : "strict",
              "origin" : "default",
              "value" : false
            },
            {
              "key" : "deadline",
              "location" : "\(path):1",
              "origin" : "file",
              "value" : 0.5
            },
            {
              "key" : "sandbox.mode",
              "origin" : "default",
              "value" : "prefer"
            },
            {
              "key" : "sandbox.read",
              "origin" : "default",
              "value" : [

              ]
            },
            {
              "key" : "sandbox.write",
              "origin" : "default",
              "value" : [

              ]
            },
            {
              "key" : "sandbox.ports.connect",
              "origin" : "default",
              "value" : [

              ]
            },
            {
              "key" : "sandbox.ports.bind",
              "origin" : "default",
              "value" : [

              ]
            },
            {
              "key" : "sandbox.resolve",
              "origin" : "default",
              "value" : false
            },
            {
              "key" : "onFailure",
              "origin" : "default",
              "value" : "refuse"
            },
            {
              "key" : "baseline",
              "origin" : "default",
              "value" : null
            },

        """))
  }

  @Test("shows what plugins may do while they are checked, each with the line of its member")
  func grants() async throws {
    let directory = try TemporaryDirectory([
      "host.json": """
      {"sandbox": {"read": ["/srv/a", "/srv/b"],
        "ports": {"connect": [443, 80]}},
       "plugins": {"a.b": {"sandbox":
        {"resolve": true, "write": ["/var/lib/a"]}}}}
      """
    ])
    let path = "\(directory.path)/host.json"
    let outcome = await host("config", "--config", path)
    let rows = outcome.output.replacing(path, with: "FILE").split(separator: "\n").map { line in
      line.split(separator: " ").joined(separator: " ")
    }
    for row in [
      "sandbox.read /srv/a FILE:1", "/srv/b", "sandbox.write - default",
      "sandbox.ports.connect 80 FILE:2", "443", "sandbox.ports.bind - FILE:2",
      "sandbox.resolve false default", "plugins.a.b.sandbox.write /var/lib/a FILE:4",
      "plugins.a.b.sandbox.resolve true FILE:4",
    ] {
      #expect(rows.contains(row), "\(row)")
    }
    #expect(!outcome.output.contains("plugins.a.b.sandbox.read"))
  }
}
