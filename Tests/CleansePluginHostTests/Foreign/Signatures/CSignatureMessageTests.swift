@testable import CleansePluginCABI
import CleanseTestSupport
import Testing

@Suite("Errors in signatures")
struct CSignatureMessageTests {
  @Test("each error is reported with the line and a caret")
  func messages() {
    var report: [String] = []
    for (texts, read) in [
      (Self.signatures, Self.reading(sampleParser.signature)),
      (Self.values, Self.reading(sampleParser.value)),
      (Self.declarations, Self.reading(sampleParser.declaration)),
      (Self.structures, Self.reading(sampleParser.structure)),
      (Self.handles, Self.reading(sampleParser.handle)),
    ] {
      for text in texts {
        guard let error = read(text) else {
          Issue.record("\(String(decoding: text, as: UTF8.self)) is read without an error")
          continue
        }
        report.append(error.description)
      }
    }
    expectGolden(report.joined(separator: "\n\n"), "signature-errors")
  }

  @Test("each error has the byte range of the faulty text")
  func range() {
    let error = Self.reading(sampleParser.signature)(
      Array("double area(\n  double width,\n  dubble height)".utf8))
    #expect(error?.offset == 31)
    #expect(error?.excerpt == "  dubble height)\n  ^")
  }

  private static func reading<Value>(
    _ read: @escaping ([UInt8]) throws(CSignatureError) -> Value
  ) -> ([UInt8]) -> CSignatureError? {
    { text in
      do throws(CSignatureError) {
        _ = try read(text)
        return nil
      } catch {
        return error
      }
    }
  }

  private static let long = String(repeating: "a", count: 256)

  private static let signatures: [[UInt8]] =
    [
      "", " \n\t", "double", "double area", "double area @geometry.area", "(double)",
      "double area)",
      // Types.
      "dubble area()", "Double area()", "poimt area()", "rectangle area()",
      "struct rectangle area()",
      "struct double area()", "struct poimt area()",
      "int f(struct point *a, struct b *, struct while *)", "struct", "double f(struct)",
      "double f(char a)",
      "double f(char a[3])",
      "double f(short a)", "double f(long long a)", "double f(unsigned long a)",
      "double f(signed a)",
      "double f(cleanse_array a)", "double f(cleanse_bytes *a)", "double f(cleanse_error *error)",
      "double f(void *a)", "double f(double *a)", "double f(const char **a)",
      "double f(counter **a)",
      "double f(int[] *a)", "double f(const register *a)", "double f(double &a)", "double f(2)",
      "double f(enum color a)", "double f(const std::string &a)", "std::string f()",
      // Arrays and optionals.
      "double f(double[][] a)", "double f(bytes[] a)", "double f(double[3] a)", "double f(double[",
      "double f(double a[3])", "double f(double?? a)", "double f(double?[] a)", "double? f()",
      // Prefixes of a type.
      "double f(owned string a)", "borrowed string f()", "double f(borrowed double a)",
      "owned point f()", "double f(const const char *a)", "double f(borrowed owned string a)",
      "double f(const)", "double f(char const *a)", "double f(double const a)",
      // Parameters.
      "double f(", "double f(double", "double f(double a", "double f(double a,",
      "double f(double a,)",
      "double f(,double a)", "double f(double a double b)", "double f(double a; double b)",
      "double f(double a, int b, string a)", "double f(double int)", "double f(double while)",
      "double f(double 2a)", "double f(\(long) a)", "double f(double \(long))",
      "double f(double a = 2)", "double f(double a, ...)", "double f(...)",
      // Void.
      "void f()", "double f(void, double a)", "double f(double a, void)", "double f(void a)",
      "double f(void (*a)())", "double f(void", "double f(void?)",
      // Providers.
      "double f(double (*next)(int a))", "double f(double (*next)(double))",
      "double f(double (*next))", "double f(double (next)())", "double f(double next())",
      "double f(double (*next)()?)", "double f(double? (*next)())",
      "double f(double (*next)() throw)", "double f() throw", "double f() throw @a",
      "double f(borrowed string (*next)())", "double (*f())()", "double (*)() f()",
      "double f(double (*next)(", "double f(double (*a)(), double (*a)())",
      // Several providers.
      "double f(double (*next[])())", "double f(double (*next[3])() throws)",
      "double f(double (*[] next)() throws)", "double f(double (*next[][])() throws)",
      "double f(double[] (*next[])() throws)", "double f(bytes (*[])() throws)",
      "double f(counter *(*next)() throws[])", "double f(double[] (*next)()[] throws)",
      "double f(double? (*next[])() throws)", "double f(borrowed string (*next[])() throws)",
      "double f(double (*next[])() throws?)", "double f(double (*next[])(int) throws)",
      "double f(double (*next[", "double f(double (*next[]", "double f(double (*while[])() throws)",
      "double f(double (*a[])() throws, double a)", "double f(double next[]())",
      "double f(double (*next[])() throw)", "double (*f[])() throws",
      // Keys.
      "double f() @", "double f() @ @a", "double f(double @1)", "double f(double @_a)",
      "double f(double a @geometry/width)", "double f(double a @geo\nmetry.width)",
      "double f() @a b", "double f() @a throws", "double f() @\(long)", "double f() @a@b",
      "double f() @\"a\"",
      // Text after a signature.
      "double f() const", "double f();", "double f() throws throws", "double f() {", "double f())",
      // Characters.
      "double f(double höhe)", "double f(double \u{7}a)", "double f(double \0a)", "double🦆 f()",
      "double f(double e\u{301})", "double\tf(\t\tdubble a)\r\n", "\u{FEFF}double f()",
      // Long lines.
      "double f(\(String(repeating: "double, ", count: 20))dubble, double)",
      "double f(dubble\(String(repeating: ", double", count: 20)))",
      "double f(double\(String(repeating: ", double", count: 20))",
      "double f(\(String(repeating: "int,", count: 128))int)",
    ].map { Array($0.utf8) } + [
      Array("double f(".utf8) + [0xC3, 0x28], Array("double \u{E9} f(".utf8) + [0xFF, 0x29],
      [0xFF], Array(repeating: UInt8(ascii: " "), count: 4097),
      Array(String(repeating: "double \u{E9} ", count: 1000).utf8),
    ]

  private static let values: [[UInt8]] = [
    "", "double? @a", "double f(double a)", "double @a @b", "void @a", "owned string @a",
    "borrowed string @a", "double geometry.width", "dubble @a", "double (*)() @a", "double @",
  ].map { Array($0.utf8) }

  private static let declarations: [[UInt8]] = [
    "", "double @a", "double[]?? @a", "counter *", "void? @a", "double? a",
  ].map { Array($0.utf8) }

  private static let handles: [[UInt8]] = ["", "log *", "double", "log log"].map { Array($0.utf8) }

  private static let structures: [[UInt8]] =
    [
      "", "{ double x; }", "a", "a {", "a { }", "a { double x }", "a { double x; ", "a { double; }",
      "a { double x; double x; }", "a { double x, y; }", "a { a next; }", "a { struct a next; }",
      "a { a *next; }", "a { string s; }", "a { bytes b; }", "a { int[] b; }", "a { int b[3]; }",
      "a { double b[3]; }", "a { int[3] b; }", "a { int? b; }", "a { void b; }",
      "a { borrowed string b; }", "a { poimt p; }",
      "a { int int; }", "a { double x; };", "point { double x; }", "string { double x; }",
      "char { double x; }", "owned { double x; }", "while { double x; }", "\(long) { double x; }",
      "struct { double x; }", "a { deep d; }", "a { wide w; int b; }",
      "a { \((0...64).map { "int b\($0); " }.joined())}",
    ].map { Array($0.utf8) }
}
