@testable import CleansePluginCommands
import Testing

@Suite("The interface of a protocol")
struct ProtocolInterfaceTests {
  private func implementation(_ interface: String) throws -> [String] {
    let found = try #require(ProtocolInterface("P", of: "Api", in: interface))
    #expect(found.obstacle == nil)
    return found.requirements.flatMap { $0.implementation(text: "text") }
  }

  @Test(
    "each kind of member has an implementation that does nothing",
    arguments: [
      ("func stop()", ["func stop() {}"]),
      ("func stop() -> ()", ["func stop() -> () {}"]),
      (
        "func name(_ x: Swift.Int) -> Swift.String",
        ["func name(_ x: Swift.Int) -> Swift.String { text }"]
      ),
      (
        "func isOn() async throws -> Swift.Bool",
        ["func isOn() async throws -> Swift.Bool { false }"]
      ),
      ("mutating func next() -> Api.Item?", ["mutating func next() -> Api.Item? { nil }"]),
      (
        "func map(_ body: (Swift.Int) -> Swift.Int) -> [Swift.Int]",
        ["func map(_ body: (Swift.Int) -> Swift.Int) -> [Swift.Int] { [] }"]
      ),
      ("func call(_ body: () -> Swift.Int)", ["func call(_ body: () -> Swift.Int) {}"]),
      (
        "func all() -> [Swift.String : [Swift.Int]]",
        ["func all() -> [Swift.String : [Swift.Int]] { [:] }"]
      ),
      (
        "func pairs() -> [(a: Swift.Int, b: Swift.Int)]",
        ["func pairs() -> [(a: Swift.Int, b: Swift.Int)] { [] }"]
      ),
      (
        "func count<T>(_ x: T) -> Swift.Double where T : Swift.Hashable",
        [
          "func count<T>(_ x: T) -> Swift.Double where T : Swift.Hashable { 0 }"
        ]
      ),
      ("func item() -> Api.Item", ["func item() -> Api.Item { fatalError(\"not written yet\") }"]),
      ("var name: Swift.String { get }", ["var name: Swift.String { text }"]),
      ("static var size: Swift.Int { get }", ["static var size: Swift.Int { 0 }"]),
      ("var on: Swift.Bool { get set }", ["var on: Swift.Bool = false"]),
      ("var title: Swift.String { get set }", ["var title: Swift.String = \"\""]),
      (
        "var size: Swift.Int { get async throws }",
        [
          "var size: Swift.Int {", "  get async throws { 0 }", "}",
        ]
      ),
      (
        "func f() throws(Api.Failure) -> Swift.Set<Swift.Int>",
        [
          "func f() throws(Api.Failure) -> Swift.Set<Swift.Int> { [] }"
        ]
      ),
    ])
  func members(line: String, expected: [String]) throws {
    #expect(
      try implementation(
        """
        public protocol P : Swift.Sendable {
          \(line)
        }
        """) == expected)
  }

  @Test("those that an extension without conditions implements are left out")
  func defaults() throws {
    #expect(
      try implementation(
        """
        public protocol Other {
          func other()
        }
        public protocol P : Api.Base {
          var topic: Swift.String { get }
          func run()
          @available(*, deprecated)
          func old()
        #if compiler(>=5.3) && $Feature
          func new()
        #endif
        }
        extension Api.P {
          public var topic: Swift.String {
            get
          }
          public func help()
        }
        extension Api.P where Self : Api.Other {
          public func run()
        }
        public protocol Base : Swift.Sendable {
          func base()
        }
        """) == ["func base() {}", "func run() {}", "func old() {}", "func new() {}"])
  }

  @Test(
    "one that can't be implemented says why",
    arguments: [
      ("public protocol P {\n  init()\n}", "P requires `init()`"),
      ("public protocol P {\n  associatedtype Item\n}", "P requires `associatedtype Item`"),
      ("public protocol P : Swift.Identifiable {\n}", "P inherits from Swift.Identifiable"),
      ("public protocol P : Api.Gone {\n}", "P inherits from Api.Gone"),
    ])
  func obstacles(interface: String, obstacle: String) throws {
    #expect(try #require(ProtocolInterface("P", of: "Api", in: interface)).obstacle == obstacle)
  }

  @Test("a class, an absent protocol and hostile text are no problem")
  func others() throws {
    let text = "public protocol P : Swift.AnyObject, Swift.Sendable {\n}\n"
    #expect(try #require(ProtocolInterface("P", of: "Api", in: text)).isForClasses)
    #expect(ProtocolInterface("PP", of: "Api", in: text) == nil)
    #expect(ProtocolInterface("P", of: "Api", in: "") == nil)
    #expect(ProtocolInterface("P", of: "Api", in: "public protocol P {") != nil)
    let cycle = "public protocol P : Api.Q {\n}\npublic protocol Q : Api.P {\n}\n"
    #expect(try #require(ProtocolInterface("P", of: "Api", in: cycle)).obstacle != nil)
    #expect(ProtocolRequirement("func f(((") != nil)
    #expect(ProtocolRequirement("func f(((")?.implementation(text: "") == ["func f((( {}"])
  }
}

@Suite("An extension point")
struct ExtensionPointTests {
  @Test("is an array of a protocol of a module")
  func types() {
    let point = ExtensionPoint(ofCollection: "[any ShopApi.Greeter]")
    #expect(point?.module == "ShopApi" && point?.name == "Greeter")
    for other in [
      "[ShopApi.Greeter]", "[any A.B & C.D]", "[any A.B<Int>]", "[any A.B.C]", "[Int]", "Int",
      "[any ]",
      "[any Greeter]", "[any A.B : any C.D]",
    ] { #expect(ExtensionPoint(ofCollection: other) == nil, "\(other)") }
  }
}

@Suite("Imports of sources")
struct SwiftImportsTests {
  @Test("are found with what can precede and follow the keyword")
  func imports() {
    var imports = SwiftImports()
    imports.add(
      """
      import A; let b = 1
      @testable import B
      public import struct C.Point
      // import D
      let text = "import E"
        internal import F.Sub
      import
      """)
    #expect(imports.modules == ["A", "B", "C", "F"])
  }
}
