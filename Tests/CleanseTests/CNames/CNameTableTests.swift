@testable import CleanseC
@testable import CleanseGraph
import Testing

@Suite("The table of C names")
struct CNameTableTests {
  private func mention(by plugin: Int) -> CMention {
    CMention(location: nil, provenance: Provenance(origin: "org.example.p\(plugin)"))
  }

  // Each declaration, and each finding, was compared with all earlier ones: 50,000 of them took minutes.
  @Test("tens of thousands of plugins can share a handle, and each conflict is reported once")
  func large() {
    let count = 50_000
    var table = CNameTable<Int, Int>()
    for plugin in 0..<count { table.add(handle: "thing", mention(by: plugin)) }
    #expect(table.conflicts.isEmpty)
    for _ in 0..<2 {
      for plugin in 0..<count { table.add(handle: "thing", mention(by: plugin)) }
      #expect(table.conflicts.count == count)
    }
    #expect(table.conflicts.allSatisfy { $0.notes.count == 1 })
  }
}
