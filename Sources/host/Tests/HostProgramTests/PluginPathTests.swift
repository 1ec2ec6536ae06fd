import Testing

@testable import HostProgram

@Suite("Where plugins are looked for")
struct PluginPathTests {
  @Test("the command line comes first, then the variable, then ./plugins")
  func order() {
    let environment = ["CLEANSE_PLUGIN_PATH": ":/a::/b c:"]
    let named = PluginPath(operands: ["x", "y"], environment: environment)
    #expect(named.directories == ["x", "y"])
    #expect(named.origin == .arguments)
    let listed = PluginPath(operands: [], environment: environment)
    #expect(listed.directories == ["/a", "/b c"])
    #expect(listed.origin == .environment)
    for environment in [[:], ["CLEANSE_PLUGIN_PATH": ""], ["CLEANSE_PLUGIN_PATH": "::"]] {
      let standard = PluginPath(operands: [], environment: environment)
      #expect(standard.directories == ["./plugins"])
      #expect(standard.origin == .standard)
    }
  }
}
