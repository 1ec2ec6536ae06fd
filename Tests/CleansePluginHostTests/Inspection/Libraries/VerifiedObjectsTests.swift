@testable import CleansePluginFiles
import CleanseSupport
import Testing

@Suite("VerifiedObjects")
struct VerifiedObjectsTests {
  private func object(
    _ path: String, name: String? = nil, needs: [String] = [], isLibrary: Bool = true
  ) -> VerifiedObjects.Object {
    VerifiedObjects.Object(
      path: path, needs: LibraryNeeds(names: needs, ownName: name), identity: nil, digest: nil,
      isLibrary: isLibrary)
  }

  private func objects(_ objects: VerifiedObjects.Object...) -> VerifiedObjects {
    var verified = VerifiedObjects()
    for (index, object) in objects.enumerated() {
      verified.add(object, [UInt(index)..<UInt(index + 1)])
    }
    return verified
  }

  // A library of a plugin that was loaded before was used unseen.
  @Test("finds the libraries of a name, and what they need, once")
  func transitive() {
    let verified = objects(
      object("/a/liba.so", needs: ["libb.so.1", "libc.so.6"]),
      object("/a/libb.so", name: "libb.so.1", needs: ["liba.so"]))
    #expect(
      verified.needed(by: ["liba.so"]) { _ in false }.map(\.path) == ["/a/liba.so", "/a/libb.so"])
    #expect(verified.needed(by: ["libb.so"]) { _ in false }.isEmpty)
    #expect(verified.needed(by: ["liba.so"]) { $0 == "liba.so" }.isEmpty)
  }

  @Test("uses the first library of a name, and knows a plugin only by its soname")
  func names() {
    let verified = objects(
      object("/p/libx.so", isLibrary: false), object("/a/libx.so"), object("/b/libx.so"),
      object("/p/liby.so", name: "liby.so.1", isLibrary: false))
    #expect(verified.needed(by: ["libx.so"]) { _ in false }.map(\.path) == ["/a/libx.so"])
    #expect(verified.needed(by: ["liby.so.1"]) { _ in false }.map(\.path) == ["/p/liby.so"])
    #expect(verified.needed(by: ["liby.so"]) { _ in false }.isEmpty)
  }
}
