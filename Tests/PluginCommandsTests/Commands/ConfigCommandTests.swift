@testable import PluginCommands
import CleanseTestSupport
import Testing

@Suite("host config")
struct ConfigCommandTests {
  @Test("tells each setting with where it comes from")
  func text() async {
    let outcome = await host(
      "config", "--strict", "--severity", "plugin/wrote-output=ignore",
      environment: ["CLEANSE_PLUGIN_PATH": "a:b"])
    #expect(outcome.status == 0)
    #expect(outcome.error.isEmpty)
    #expect(
      outcome.output == """
        SETTING                         VALUE         FROM
        directories                     a             CLEANSE_PLUGIN_PATH
                                        b
        strict                          true          command line
        deadline                        5             built in
        baseline                        -             built in
        lock.file                       plugins.lock  built in
        lock.locked                     false         built in
        trust.allowInsecure             false         built in
        trust.requireSigned             false         built in
        trust.trustedKeys               -             built in
        severities.plugin/wrote-output  ignore        command line

        """)
  }

  @Test("takes the directories that another command would")
  func operands() async {
    let outcome = await host("config", "a\u{1B}", "--", "-b")
    #expect(
      outcome.output.contains(
        """
        directories          a\\u{1B}       command line
                             -b

        """))
  }

  @Test("as JSON has values of their types")
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
              "origin" : "file",
              "place" : "\(path):1",
              "value" : [
                "\(directory.path)/p"
              ]
            },
            {
              "key" : "strict",
              "origin" : "built in",
              "value" : false
            },
            {
              "key" : "deadline",
              "origin" : "file",
              "place" : "\(path):1",
              "value" : 0.5
            },
            {
              "key" : "baseline",
              "origin" : "built in",
              "value" : null
            },

        """))
  }
}
