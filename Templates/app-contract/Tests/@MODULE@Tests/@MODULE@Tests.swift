import CleansePluginHost
import @CONTRACTMODULE@
import Testing

@testable import @MODULE@

@Suite("@NAME@")
struct @MODULE@Tests {
  @Test("is valid without plugins")
  func alone() throws {
    #expect(try ComponentFactory.of(@MODULE@Component.self).build().text.isEmpty)
  }

  @Test("greets with each plugin")
  func greetings() {
    #expect(@MODULE@(greeters: [TestGreeter()]).text == "Hello, world!\n")
  }
}

struct TestGreeter: Greeter {
  func greet(_ name: String) -> String { "Hello, \(name)!" }
}
