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

  @Test("texts that are too large, not objects or not JSON are rejected")
  func refusals() {
    for text in [String(repeating: " ", count: 1025), "[]", "{", #"{"a": 1, "a": 1}"#, "{} x"] {
      #expect(throws: FieldError.self) {
        try Self.read(text) { fields throws(FieldError) in fields.names }
      }
    }
  }
}
