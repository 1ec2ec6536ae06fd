@testable import CleanseC
@testable import CleansePluginCABI
import Testing

@Suite("The limits of a signature")
struct CSignatureLimitTests {
  private func reads(_ text: String) -> Bool {
    (try? sampleParser.signature(Array(text.utf8))) != nil
  }

  @Test("a text has at most 4096 bytes")
  func text() {
    let signature = "double f()"
    #expect(reads(signature + String(repeating: " ", count: 4096 - signature.utf8.count)))
    #expect(!reads(signature + String(repeating: " ", count: 4097 - signature.utf8.count)))
  }

  @Test("a name and a key have at most 255 bytes")
  func names() {
    for form in ["double #()", "double(double #)", "double(# *)", "double() @#"] {
      let parts = form.split(separator: "#", omittingEmptySubsequences: false)
      for (count, isRead) in [(255, true), (256, false)] {
        let text = parts.joined(separator: String(repeating: "n", count: count))
        #expect(reads(text) == isRead, "\(count) in \(form)")
      }
    }
  }

  @Test("a function has at most 127 parameters")
  func parameters() throws {
    let list = { (count: Int) in Array(repeating: "int", count: count).joined(separator: ",") }
    let signature = try sampleParser.signature(Array("int(\(list(127)))".utf8))
    #expect(signature.parameters.count == 127)
    #expect(!reads("int(\(list(128)))"))
  }

  @Test("a structure has at most 64 fields")
  func fields() throws {
    let text = { (count: Int) in "a {" + (0..<count).map { "int a\($0);" }.joined() + "}" }
    #expect(try sampleParser.structure(Array(text(64).utf8)).fields.count == 64)
    let error = #expect(throws: CSignatureError.self) {
      try sampleParser.structure(Array(text(65).utf8))
    }
    #expect(error?.message == "there are more than 64 fields")
  }

  @Test("structures are nested at most 16 deep")
  func depth() throws {
    var parser = CSignatureParser()
    parser.structures["s1"] = try parser.structure(Array("s1 { int a; }".utf8))
    for depth in 2...16 {
      parser.structures["s\(depth)"] = try parser.structure(
        Array("s\(depth) { s\(depth - 1) a; }".utf8))
    }
    #expect(parser.structures["s16"]?.depth == 16)
    let error = #expect(throws: CSignatureError.self) {
      try parser.structure(Array("s17 { s16 a; }".utf8))
    }
    #expect(error?.message == "structures are nested more than 16 deep")
  }

  @Test("a structure has at most 1024 scalars, including nested ones")
  func scalars() throws {
    let fields = { (type: String, count: Int) in
      (0..<count).map { "\(type) \(type)_\($0);" }.joined()
    }
    var parser = CSignatureParser()
    parser.structures["a"] = try parser.structure(Array("a { \(fields("int", 32)) }".utf8))
    #expect(
      try parser.structure(Array("b { \(fields("a", 32)) }".utf8)).scalarCount == 1024)
    let error = #expect(throws: CSignatureError.self) {
      try parser.structure(Array("b { \(fields("a", 32)) int a; }".utf8))
    }
    #expect(error?.message.hasPrefix("there are more than 1024 numbers") == true)
  }
}
