import CleanseTestSupport
import Testing

@testable import PluginFiles

@Suite("EmbeddedFramework")
struct EmbeddedFrameworkTests {
  @Test(
    "the descriptor of a framework's type is told",
    arguments: [
      "$s7Cleanse6BinderVMn", "$s12CleanseGraph10DiagnosticVMn", "$s7Cleanse5ScopeOMn",
      "$s8CleanseC8CPointerVMn",
    ])
  func descriptor(_ name: String) {
    #expect(EmbeddedFramework.isDescriptor(Array(name.utf8)[...]))
  }

  @Test("each module that is looked for is one of the shared library")
  func modules() throws {
    let package = try Repository.text(of: "Package.swift")
    for module in FrameworkSymbol.modules {
      #expect(
        package.contains("  .target(name: \"\(module)\"")
          || package.contains("    name: \"\(module)\","))
    }
  }

  @Test(
    "what a plugin declares itself is not, nor what it extends",
    arguments: [
      // A type nested in an extension that the module Words makes of Binder.
      "$s7Cleanse6BinderV5WordsE5StateVMn", "$s5Words6BinderVMn", "$s7Cleanser3FooVMn",
      "$s7Cleanse6BinderV3getyyF", "$s7CleanseMn", "$s7Cleanse99999999999999999999VMn",
      "$s7Cleanse0VMn", "",
    ])
  func others(_ name: String) {
    #expect(!EmbeddedFramework.isDescriptor(Array(name.utf8)[...]))
  }
}
