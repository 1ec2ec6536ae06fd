@testable import Cleanse
import CleanseGraphAnalysis
import CleansePluginHost
import CleanseTestSupport
import Testing

@Suite("The example of Islands.md")
struct IslandsExampleTests {
  private func islands<C: RootComponent>(of component: C.Type) -> [[String]] {
    let recording = Recording(of: component) { IslandsExample.record($0) }
    return Islands(of: recording.graph).all.map { $0.plugins + ($0.hasApplication ? ["app"] : []) }
  }

  @Test("twenty services that share what is one per process are in nineteen islands")
  func apart() {
    let alone = (0..<18).map { [IslandsExample.origin($0)] }
    #expect(
      islands(of: IslandsExample.Shop.self)
        == alone + [[18, 19].map(IslandsExample.origin)])
  }

  @Test("a pool that all share merges exactly those that use it")
  func merged() {
    let merged = islands(of: IslandsExample.SharingShop.self)
    let users = stride(from: 0, to: 19, by: 3).map(IslandsExample.origin)
    // The last one uses the service of one that uses the pool.
    #expect(merged.first == users + [IslandsExample.origin(19)])
    #expect(merged.dropFirst().allSatisfy { $0.count == 1 })
    #expect(merged.count == 13)
  }

  @Test("a boundary reports what connects two islands, and nothing if they are apart")
  func boundary() throws {
    let loader = CleanseServiceLoader()
    loader.register(IslandBoundary(["even": ["org.example.work6"], "odd": ["org.example.work3"]]))
    func findings<C: RootComponent>(_ component: C.Type) -> [Diagnostic] {
      let recording = Recording(of: component) { IslandsExample.record($0) }
      return GraphValidation(plugins: loader.validators).diagnostics(of: recording.graph)
        .filter { $0.code == .pluginMergedIslands }
    }
    #expect(findings(IslandsExample.Shop.self).isEmpty)
    let found = findings(IslandsExample.SharingShop.self)
    let none = try TemporaryDirectory()
    let plugins = try PluginHost(directories: [none.path]).loadWithoutProbing()
    #expect(try IslandsExample.factory(with: plugins).build().pages.isEmpty)
    expectGolden(found.map(\.description).joined(separator: "\n"), "merged-islands")
  }
}
