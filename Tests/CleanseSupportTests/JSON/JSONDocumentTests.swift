import CleanseSupport
import Testing

@Suite("Reading JSON")
struct JSONDocumentTests {
  private static func read<Value>(
    _ text: String, _ make: (JSONFields) throws(FieldError) -> Value
  ) throws(FieldError) -> Value {
    try JSONDocument.read(Array(text.utf8), sizeLimit: 1024, make: make)
  }

  @Test("members are read by name and type")
  func members() throws {
    let text = #"{"name": "a\u0041\ud83d\ude00", "on": true, "list": ["x"], "in": {"size": 1.5e1}}"#
    let found = try Self.read(text) { fields throws(FieldError) in
      (
        try fields.string("name"), try fields.optionalBoolean("on"), try fields.strings("list"),
        try fields.object("in") { inner throws(FieldError) in try inner.optionalNumber("size") }
      )
    }
    #expect(found.0 == "aA😀")
    #expect(found.1 == true)
    #expect(found.2 == ["x"])
    #expect(found.3 == 15)
  }

  @Test("an error has the line and the path of the member")
  func location() {
    #expect(throws: FieldError(field: "in.list[1]", message: "is empty", line: 4)) {
      try Self.read("{\n\"in\": {\n\"list\": [\"a\",\n\"\"]}}") { fields throws(FieldError) in
        try fields.object("in") { inner throws(FieldError) in _ = try inner.optionalPaths("list") }
      }
    }
  }

  @Test("an unknown key gets the nearest known one as a hint")
  func unknown() {
    #expect(
      throws: FieldError(
        field: "nmae", message: "is not a known key; did you mean `name`?", line: 1)
    ) {
      try Self.read(#"{"nmae": 1}"#) { fields throws(FieldError) in
        try fields.rejectUnknown(known: ["name", "size"])
      }
    }
  }

  @Test("members are found, and a second one of a name is refused, among few and among many")
  func manyMembers() throws {
    for count in [1, 15, 16, 17, 18, 40] {
      let members = (0..<count).map { "\"m\($0)\": \($0)" }
      let text = "{\(members.joined(separator: ",\n"))}"
      try Self.read(text) { fields throws(FieldError) in
        for index in 0..<count {
          #expect(try fields.integer("m\(index)", in: 0...100) == index)
          #expect(fields.line(of: "m\(index)") == index + 1)
        }
        #expect(fields.value("m\(count)") == nil)
        #expect(fields.names == (0..<count).map { "m\($0)" })
      }
      for index in [0, count - 1] {
        let error = FieldError(
          field: "m\(index)", message: "appears twice, first on line \(index + 1)", line: count + 1)
        #expect(throws: error) {
          try Self.read("{\((members + [members[index]]).joined(separator: ",\n"))}") {
            fields throws(FieldError) in fields.names
          }
        }
      }
    }
  }

  @Test("texts that are too large, not objects or not JSON are rejected")
  func refusals() {
    for text in [String(repeating: " ", count: 1025), "[]", "{", #"{"a": 1, "a": 1}"#, "{} x"] {
      #expect(throws: FieldError.self) {
        try Self.read(text) { fields throws(FieldError) in fields.names }
      }
    }
  }
}
