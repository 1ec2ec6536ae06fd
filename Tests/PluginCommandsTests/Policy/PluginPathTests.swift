@testable import CleansePluginCommands
import Testing

@Suite("The plugin directories")
struct PluginPathTests {
  @Test("the command line comes first, then the variable, then ./plugins")
  func order() {
    let policy = Policy(environment: ["CLEANSE_PLUGIN_PATH": ":/a::/b c:"])
    let named = PluginPath(operands: ["x", "y"], policy: policy)
    #expect(named.directories == ["x", "y"])
    #expect(named.origin == .arguments)
    let listed = PluginPath(operands: [], policy: policy)
    #expect(listed.directories == ["/a", "/b c"])
    #expect(listed.origin == .environment("CLEANSE_PLUGIN_PATH"))
    // A colon and the combining mark after it are one `Character`.
    #expect(
      PluginPath.listed(in: ["CLEANSE_PLUGIN_PATH": "/a:\u{301}b"]) == ["/a", "\u{301}b"])
    for environment in [[:], ["CLEANSE_PLUGIN_PATH": ""], ["CLEANSE_PLUGIN_PATH": "::"]] {
      let standard = PluginPath(operands: [], policy: Policy(environment: environment))
      #expect(standard.directories == ["./plugins"])
      #expect(standard.origin == .standard)
    }
  }
}
