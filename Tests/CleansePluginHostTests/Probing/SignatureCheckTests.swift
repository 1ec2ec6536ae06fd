import CCleanseProbe
@testable import Cleanse
@testable import CleanseC
@testable import CleanseGraph
@testable import CleansePluginCABI
@testable import CleansePluginProbing
import CleanseTestSupport
import Foundation
import Testing

@Suite("The check of signatures")
struct SignatureCheckTests {
  /// `double area(double width @width, point *origin, int32 count) throws`.
  private static var function: BoundFunction {
    BoundFunction(
      signature: CSignature(
        function: "area", result: CKey(type: .double, name: nil),
        parameters: [
          CParameter(key: CKey(type: .double, name: "width")),
          CParameter(key: CKey(type: .pointer("point"), name: nil)),
          CParameter(key: CKey(type: .int32, name: nil)),
        ], throws: true),
      location: Cleanse.SourceLocation(file: "area.c", path: "/src/area.c", line: 6),
      provenance: Provenance(origin: "org.example.area"), address: 16,
      result: PassedType(.floatingPoint, size: 8),
      parameters: [
        PassedType(.floatingPoint, size: 8), PassedType(.pointer, size: 8),
        PassedType(.integer, size: 4), PassedType(.pointer, size: 8),
      ])
  }

  /// The finding for what the process that reads debug information writes of the function.
  private func finding(_ lines: String...) -> Diagnostic? {
    let types = FunctionType.all(in: lines.joined(separator: "\n") + "\nend\n")
    return SignatureCheck.finding(about: Self.function, types?[0] ?? [])
  }

  @Test(
    "kinds and sizes are compared, and neither names nor signs",
    arguments: [
      "f8 double\tf8 double\tp8 \ti4 unsigned int\tp8 ",
      "f8 length\tf8 width\tp8 \ti4 color\tp8 e",
    ])
  func fits(types: String) {
    #expect(finding("0\t" + types) == nil)
  }

  @Test(
    "what is not known is no difference",
    arguments: [
      [], ["0"], ["1\tv0 "], ["0\t?0 complex\tf8 double\t?8 thing\ti4 int\tp8 "],
      ["0\tnonsense"], ["0\tv0 \tx"], ["0\tf8"], ["?\tv0 "],
    ])
  func unknown(lines: [String]) {
    let text = (lines + ["end", ""]).joined(separator: "\n")
    let types = FunctionType.all(in: text)?[0] ?? []
    #expect(SignatureCheck.finding(about: Self.function, types) == nil)
  }

  @Test("one of the functions that a linker has merged is enough")
  func merged() {
    let other = "0\tv0 "
    let own = "0\tf8 double\tf8 double\tp8 \ti4 int\tp8 "
    #expect(finding(other) != nil)
    #expect(finding(other, own) == nil)
    #expect(finding(other, "0") == nil)
  }

  // It was the same as one without any function, and cached.
  @Test("an answer that is cut off is none, and one that has all functions can have no function")
  func incomplete() {
    for text in ["", "0\tv0 ", "0\tv0 \n", "0\tv0 \nend"] {
      #expect(FunctionType.all(in: text) == nil, "\(text)")
    }
    #expect(FunctionType.all(in: "end\n")?.isEmpty == true)
  }

  @Test("a file that can't be read is not one without debug information")
  func unreadable() throws {
    let scratch = try TemporaryDirectory()
    let cut = try scratch.write("\u{7F}ELF", to: "cut.so")
    #expect(Symbolizer.hasTypes(in: scratch.path(of: "missing.so")) == nil)
    #expect(Symbolizer.hasTypes(in: cut) == false)
    let pipe = Pipe()
    #expect(csymbols_write_types(cut, [1], 1, pipe.fileHandleForWriting.fileDescriptor) == -1)
  }

  @Test("the finding names each part, and the number of parameters")
  func report() throws {
    let types = try #require(
      finding("0\tv0 \tf4 float\ti8 long\ts16 point\tp8 "), "different types")
    let count = try #require(finding("0\tf8 double\tf8 double\tp8 \ti4 int"), "too few parameters")
    expectGolden("\(types)\n\(count)", "signature-mismatch")
  }
}
