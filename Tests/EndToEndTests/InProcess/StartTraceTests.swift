import Cleanse
import CleansePlugin
import CleansePluginHost
import CleanseTestSupport
import Foundation
import Testing
import TextFilterAPI

@Suite("The trace of an application", .blocking)
struct StartTraceTests {
  @Test("has what the application loads, records and builds")
  func application() throws {
    let directory = try TemporaryDirectory()
    let trace = try StartTrace(writingTo: directory.path(of: "start.json"), of: "editor")
    let plugins = try PluginHost(directories: [Build.plugins.path]).loadWithoutProbing()
    _ = try ComponentFactory.of(EditorComponent.self, plugins: plugins)
    try trace.finish()
    let run = try host("blame", "start.json", "--format", "json", in: directory)
    #expect(run.status == 0, "\(run.errors)")
    let entries = try #require(try run.json()["entries"] as? [[String: Any]])
    #expect(
      Set(entries.compactMap { $0["step"] as? String }).isSuperset(of: ["load", "configure"]))
  }

  @Test("a file that can't be written is an error")
  func unwritable() {
    #expect(throws: DocumentError.self) { _ = try StartTrace(writingTo: "/none/start.json") }
  }
}

/// Creating a filter or a command can fail: a C factory can always report an error.
private enum EditorComponent: RootComponent, ThrowingComponent {
  struct Root {
    let filters: [any TextFilter]
    let commands: [any Command]
  }

  static func configure(binder: Binder<Singleton>) {
    binder.declareCollection(of: (any TextFilter).self)
    binder.declareCollection(of: (any Command).self)
  }

  static func configureRoot(binder bind: ReceiptBinder<Root>) -> BindingReceipt<Root> {
    bind.to(factory: Root.init)
  }
}
