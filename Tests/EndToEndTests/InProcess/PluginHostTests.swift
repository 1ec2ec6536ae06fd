import CleansePluginMetadata
import CleanseTestSupport
import Cleanse
import CleansePlugin
import CleansePluginHost
import Foundation
import Testing
import TextFilterAPI

@Suite("An application with plugins", .blocking)
struct PluginHostTests {
  @Test("gets typed collections with contributions of plugins in several languages")
  func typedCollection() async throws {
    let plugins = try PluginHost(directories: [Build.plugins.path]).loadWithoutProbing()
    let app = try ComponentFactory.of(AppComponent.self, plugins: plugins).build()
    #expect(app.filters.map(\.name).sorted() == ["checksum", "number", "redact", "wrap"])
    #expect(
      app.commands.map(\.name).sorted() == ["crc", "filter", "form", "fragile", "statistics"])
  }

  @Test("finds each binding in the graph with its plugin and module")
  func provenance() throws {
    let plugins = try PluginHost(directories: [Build.plugins.path]).loadWithoutProbing()
    let composition = PluginComposition(AppComponent.self, plugins: plugins)
    #expect(composition.diagnostics.isEmpty)
    #expect(composition.rejections.isEmpty)
    let filters = composition.graph.bindings.filter {
      $0.kind == .contribution && $0.key.typeName == "[any TextFilterAPI.TextFilter]"
    }
    #expect(
      filters.map(\.provenance) == [
        Provenance(origin: "org.cleanse.samples.checksum", modules: []),
        Provenance(origin: "org.cleanse.samples.number", modules: ["Number.NumberModule"]),
        Provenance(origin: "org.cleanse.samples.redact", modules: ["Redact.RedactModule"]),
        Provenance(origin: "org.cleanse.samples.wrap", modules: ["Wrap.WrapModule"]),
      ])
  }

  @Test("has empty collections without plugins")
  func noPlugins() throws {
    let directory = try TemporaryDirectory()
    let plugins = try PluginHost(directories: [directory.path]).loadWithoutProbing()
    let app = try ComponentFactory.of(AppComponent.self, plugins: plugins).build()
    #expect(app.filters.isEmpty && app.commands.isEmpty)
  }

  @Test("reports that there are no plugins, if it expects some")
  func expectedPlugins() throws {
    let directory = try TemporaryDirectory()
    try directory.copy(["libWordCounting.so"], from: Build.plugins)
    var configuration = PluginConfiguration()
    configuration.expectsPlugins = true
    func composition(
      _ level: FindingLevel?, isStrict: Bool = false
    ) throws -> PluginComposition<AppComponent> {
      let host = PluginHost(
        directories: [directory.path],
        judgement: Judgement(
          levels: level.map { [.pluginNoneFound: $0] } ?? [:], isStrict: isStrict),
        configuration: configuration)
      return PluginComposition(AppComponent.self, plugins: try host.loadWithoutProbing())
    }
    let warned = try composition(nil)
    #expect(warned.diagnostics.map(\.code) == [.pluginNoneFound])
    #expect(warned.diagnostics.map(\.severity) == [.warning])
    _ = try warned.factory()
    #expect(throws: ValidationError.self) { try composition(nil, isStrict: true).factory() }
    #expect(throws: ValidationError.self) { try composition(.error).factory() }
    #expect(throws: Never.self) { try composition(.ignore).factory() }
    try directory.copy(["libWrap.so"], from: Build.plugins)
    #expect(try composition(.error).diagnostics.isEmpty)
  }

  @Test("refuses a plugin whose module needs another scope, or continues without it if it may")
  func scope() throws {
    let directory = try TemporaryDirectory()
    try directory.copy(["libWords.so", "libWordCounting.so", "libWrap.so"], from: Build.plugins)
    let plugins = try PluginHost(directories: [directory.path]).loadWithoutProbing()
    let composition = PluginComposition(UnscopedComponent.self, plugins: plugins)
    let rejected = composition.inspections.filter { $0.usable == nil }.compactMap(\.description)
    #expect(rejected.map(\.manifest.identifier) == ["org.cleanse.samples.words"])
    #expect(composition.rejections.map(\.code) == ["plugin/configuration-error"])
    #expect(throws: ValidationError.self) { try composition.factory() }
    let fitting = try PluginHost(directories: [directory.path]).loadWithoutProbing(.largestThatFits)
    let names = try ComponentFactory.of(UnscopedComponent.self, plugins: fitting).build()
    #expect(names == ["wrap"])
    let chosen = PluginComposition(UnscopedComponent.self, plugins: fitting)
    #expect(chosen.inspections.compactMap(\.omission) == [.failing])
    #expect(chosen.rejections.isEmpty)
  }

  @Test("applies severities")
  func severities() throws {
    let directory = try TemporaryDirectory()
    try directory.copy(["libWords.so", "libWordCounting.so"], from: Build.plugins)
    let plugins = try PluginHost(directories: [directory.path]).loadWithoutProbing()
    let factory = try ComponentFactory.of(CommandlessComponent.self, plugins: plugins)
    #expect(factory.findings.map(\.code).contains(.unusedBinding))
    #expect(throws: ValidationError.self) {
      _ = try ComponentFactory.of(
        CommandlessComponent.self, plugins: plugins, severities: [.unusedBinding: .error])
    }
  }
}

private struct App {
  let filters: [any TextFilter]
  let commands: [any Command]
}

/// Creating a filter or a command can fail: a C factory can always report an error.
private enum AppComponent: RootComponent, ThrowingComponent {
  static func configure(binder: Binder<Singleton>) {
    binder.declareCollection(of: (any TextFilter).self)
    binder.declareCollection(of: (any Command).self)
  }

  static func configureRoot(binder bind: ReceiptBinder<App>) -> BindingReceipt<App> {
    bind.to(factory: App.init)
  }
}

private enum UnscopedComponent: RootComponent {
  static func configure(binder: Binder<Unscoped>) {
    binder.declareCollection(of: (any TextFilter).self)
  }

  static func configureRoot(
    binder bind: ReceiptBinder<[String]>
  ) -> BindingReceipt<[String]> {
    bind.to { (filters: [any TextFilter]) in filters.map(\.name) }
  }
}

/// Requests nothing that plugins provide.
private enum CommandlessComponent: RootComponent {
  static func configure(binder: Binder<Singleton>) {}

  static func configureRoot(binder bind: ReceiptBinder<Int>) -> BindingReceipt<Int> {
    bind.to(value: 1)
  }
}
