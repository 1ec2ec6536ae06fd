@testable import CleanseC
@testable import CleansePluginCABI
import Testing

let samplePoint = CStructureType(
  name: "point", fields: [.init(type: .double, name: "x"), .init(type: .double, name: "y")])
let sampleSegment = CStructureType(
  name: "segment",
  fields: [
    .init(type: .structure(samplePoint), name: "from"),
    .init(type: .structure(samplePoint), name: "to"),
  ])

/// A parser that knows two structures, and two that are of the maximum depth and size.
let sampleParser: CSignatureParser = {
  var deep = samplePoint
  for _ in 1..<16 {
    deep = CStructureType(name: "deep", fields: [.init(type: .structure(deep), name: "inner")])
  }
  let row = CStructureType(
    name: "row", fields: (0..<32).map { .init(type: .float, name: "f\($0)") })
  let wide = CStructureType(
    name: "wide", fields: (0..<32).map { .init(type: .structure(row), name: "f\($0)") })
  return CSignatureParser(structures: [
    "point": samplePoint, "segment": sampleSegment, "deep": deep, "wide": wide,
  ])
}()

@Suite("A signature")
struct CSignatureParserTests {
  @Test("is parsed into its parts")
  func parts() throws {
    let signature = try sampleParser.signature(
      Array("double area(double width @geometry.width, double) throws @geometry.area".utf8))
    #expect(signature.function == "area")
    #expect(signature.result == CKey(type: .double, name: "geometry.area"))
    #expect(signature.throws)
    #expect(!signature.isOwned)
    #expect(
      signature.parameters == [
        CParameter(
          name: "width", key: CKey(type: .double, name: "geometry.width"), form: .value,
          isBorrowed: false),
        CParameter(name: nil, key: CKey(type: .double, name: nil), form: .value, isBorrowed: false),
      ])
  }

  @Test(
    "has one canonical spelling",
    arguments: [
      ("double(void)", "double()"),
      ("int32_t f ( unsigned a,size_t b , int c )", "int32 f(uint32 a, uint64 b, int32 c)"),
      ("uint8 f(int8_t, int16_t, int64_t)", "uint8 f(int8, int16, int64)"),
      ("uint8_t f(uint16_t, uint32_t, uint64_t)", "uint8 f(uint16, uint32, uint64)"),
      ("\t const char * f(const char*a)\n", "string f(string a)"),
      ("owned char *f(borrowed const char *a)", "owned string f(borrowed string a)"),
      ("owned bytes f(uint8_t[] a, const uint8 [ ] b)", "owned bytes f(bytes a, bytes b)"),
      ("struct point f(const struct point[] a, point? b)", "point f(point[] a, point? b)"),
      (
        "counter*f(struct counter *[]a, counter * ? @b)", "counter *f(counter *[] a, counter *? @b)"
      ),
      ("float f(float[] ? a, borrowed bytes?)", "float f(float[]? a, borrowed bytes?)"),
      ("bool f(bool ( * next ) ( void ) throws @ a.b-c)", "bool f(bool (*next)() throws @a.b-c)"),
      ("point * f(point *(*)())throws@a", "point *f(point *(*)()) throws @a"),
      (
        "int f(const char * ( * next [ ] ) ( void ) throws @ a)",
        "int32 f(string (*next[])() throws @a)"
      ),
      ("int f(struct counter *(*[])()throws)", "int32 f(counter *(*[])() throws)"),
      ("string string(bytes int32, int8 point)", "string string(bytes int32, int8 point)"),
      ("int throws(int throws) throws", "int32 throws(int32 throws) throws"),
      ("double\nf\r\n(\u{B}double\u{C}a)", "double f(double a)"),
    ])
  func spelling(_ written: String, _ canonical: String) throws {
    let signature = try sampleParser.signature(Array(written.utf8))
    #expect(signature.description == canonical)
    #expect(try sampleParser.signature(Array(canonical.utf8)) == signature)
  }

  @Test("distinguishes providers, optionals and borrowed parameters")
  func forms() throws {
    let signature = try sampleParser.signature(
      Array("owned bytes f(int? a, int (*b)() @k, int (*c)() throws, borrowed int[]? d)".utf8))
    #expect(signature.isOwned)
    #expect(
      signature.parameters.map(\.form)
        == [.optional, .provider(throws: false), .provider(throws: true), .optional])
    #expect(signature.parameters.map(\.isBorrowed) == [false, false, false, true])
    #expect(signature.parameters.map(\.key.name) == [nil, "k", nil, nil])
    #expect(signature.parameters.last?.key.type == .array(.int32))
  }

  @Test("an optional provider has a question mark after its name")
  func optionalProviders() throws {
    let text = "int f(double (*a?)() @k, counter *(*?)() throws)"
    let signature = try sampleParser.signature(Array(text.utf8))
    #expect(
      signature.parameters.map(\.form)
        == [.optionalProvider(throws: false), .optionalProvider(throws: true)])
    #expect(signature.description == "int32 f(double (*a?)() @k, counter *(*?)() throws)")
  }

  @Test(
    "distinguishes a provider for each element of a collection from a provider of the collection")
  func elements() throws {
    let signature = try sampleParser.signature(
      Array("int f(point (*a[])() throws @k, point[] (*b)() throws @k, uint8 (*c[])() throws)".utf8)
    )
    #expect(
      signature.parameters.map(\.form)
        == [.throwingElements, .provider(throws: true), .throwingElements])
    let points = CKey(type: .array(.structure(samplePoint)), name: "k")
    #expect(
      signature.parameters.map(\.key)
        == [points, points, CKey(type: .array(.uint8), name: nil)])
    #expect(
      signature.parameters.map(\.element?.key)
        == [CKey(type: .structure(samplePoint), name: "k"), nil, CKey(type: .uint8, name: nil)])
  }

  @Test(
    "of a value is a key",
    arguments: [
      ("double @a", CKey(type: .double, name: "a")),
      ("point", CKey(type: .structure(samplePoint), name: nil)),
      ("string[] @Z9._-", CKey(type: .array(.string), name: "Z9._-")),
      ("counter * @main", CKey(type: .pointer("counter"), name: "main")),
    ])
  func value(_ text: String, _ key: CKey) throws {
    #expect(try sampleParser.value(Array(text.utf8)) == key)
    #expect(key.description == text)
  }

  @Test(
    "of a declaration has a flag for optionals",
    arguments: [
      ("double? @limit", CType.double, String?("limit"), true),
      ("double[] @weights", .array(.double), "weights", false),
      ("bytes", .array(.uint8), nil, false),
      ("point[]?", .array(.structure(samplePoint)), nil, true),
    ])
  func declaration(_ text: String, _ type: CType, _ name: String?, _ isOptional: Bool) throws {
    let declaration = try sampleParser.declaration(Array(text.utf8))
    #expect(
      declaration == CDeclaration(key: CKey(type: type, name: name), isOptional: isOptional))
    #expect(declaration.description == text)
  }

  @Test("of a structure lists fields in order, with structures that were declared before")
  func structure() throws {
    let text = "line { segment on; struct point at; bool is_long; int8_t a; }"
    let line = try sampleParser.structure(Array(text.utf8))
    #expect(line.description == "line { segment on; point at; bool is_long; int8 a; }")
    #expect(line.fields.map(\.name) == ["on", "at", "is_long", "a"])
    #expect(line.depth == 3)
    #expect(line.scalarCount == 8)
    #expect(
      try sampleParser.structure(
        Array("struct line{segment on;point at;bool is_long;int8 a;}".utf8)) == line)
  }
}
