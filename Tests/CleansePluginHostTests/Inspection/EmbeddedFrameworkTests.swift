import CleanseTestSupport
import Testing

@testable import CleansePluginFiles

@Suite("EmbeddedFramework")
struct EmbeddedFrameworkTests {
  @Test(
    "the type descriptor of a framework is recognised",
    arguments: [
      "$s7Cleanse6BinderVMn", "$s12CleanseGraph10DiagnosticVMn", "$s7Cleanse5ScopeOMn",
      "$s8CleanseC8CPointerVMn",
    ])
  func descriptor(_ name: String) {
    #expect(EmbeddedFramework.isDescriptor(Array(name.utf8)[...]))
  }

  @Test("each module that is searched for is in the shared library")
  func modules() throws {
    let package = try Repository.text(of: "Package.swift")
    for module in FrameworkSymbol.modules {
      #expect(
        package.contains("  .target(name: \"\(module)\"")
          || package.contains("    name: \"\(module)\","))
    }
  }

  @Test(
    "types that a plugin declares are not recognised, nor are its extensions",
    arguments: [
      // A type nested in an extension of Binder in the module Words.
      "$s7Cleanse6BinderV5WordsE5StateVMn", "$s5Words6BinderVMn", "$s7Cleanser3FooVMn",
      "$s7Cleanse6BinderV3getyyF", "$s7CleanseMn", "$s7Cleanse99999999999999999999VMn",
      "$s7Cleanse0VMn", "",
    ])
  func others(_ name: String) {
    #expect(!EmbeddedFramework.isDescriptor(Array(name.utf8)[...]))
  }
}
