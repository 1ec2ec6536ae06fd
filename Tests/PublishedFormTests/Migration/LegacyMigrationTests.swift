import CleanseMigration
import Testing

@Suite("Published forms with the migration module: legacy graph")
struct LegacyMigrationTests {
  private struct Fixed: LegacyObjectGraphProtocol {
    func providerForClass(cls: AnyClass, withName name: String?) -> () -> AnyObject {
      return { Letter(text: name ?? "fixed") }
    }
  }

  @Test("the methods have labels, and do not throw")
  func labels() throws {
    let graph = try ComponentFactory.of(LetterComponent.self).build(())
    #expect((graph.objectForClass(cls: Letter.self) as? Letter)?.text == "plain")
    #expect((graph.objectForClass(cls: Letter.self, withName: nil) as? Letter)?.text == "plain")
    #expect((graph.objectForClass(cls: Letter.self, withName: "Draft") as? Letter)?.text == "draft")
    #expect((graph.providerForClass(cls: Letter.self)() as? Letter)?.text == "plain")
    let draft = graph.providerForClass(cls: Letter.self, withName: "Draft")
    #expect((draft() as? Letter)?.text == "draft")
    let sheet = LastSheet()
    graph.injectPropertiesIntoObject(object: sheet)
    #expect(sheet.filled == ["plain", "draft"])
  }

  @Test("the graph is passed as its protocol, as is a double")
  func doubles() throws {
    let graphs: [LegacyObjectGraphProtocol] = [
      try ComponentFactory.of(LetterComponent.self).build(()), Fixed(),
    ]
    let letters = graphs.map { $0.providerForClass(cls: Letter.self, withName: nil)() as? Letter }
    #expect(letters.map { $0?.text } == ["plain", "fixed"])
  }

  #if os(Linux)
    @Test("a missing object stops the program")
    func missing() async {
      await #expect(processExitsWith: .failure) {
        let graph = try ComponentFactory.of(LetterComponent.self).build(())
        _ = graph.objectForClass(cls: LegacyMigrationTests.Unbound.self)
      }
    }
  #endif

  final class Unbound {}
}
