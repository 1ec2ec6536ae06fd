import CleanseSupport
import FoundationEssentials
import CleansePluginMetadata
import Testing

struct PluginOptionTests {
  private static let declarations = """
    "count": {"type": "int", "minimum": 1, "maximum": 9, "default": 3, "summary": "s"},
    "deadline": {"type": "double", "minimum": 0.5, "default": 2, "summary": "s"},
    "encoding": {"type": "enum", "values": ["utf-8", "latin-1"], "default": "utf-8", "summary": "s"},
    "isLoud": {"type": "bool", "default": false, "summary": "s"},
    "maxWidths": {"type": "int[]", "default": [1, 2], "summary": "s"},
    "name": {"type": "string", "required": true, "summary": "The name"},
    "tokens": {"type": "string[]", "secret": true, "default": [], "summary": "s"}
    """

  private func manifest(_ options: String) throws -> PluginManifest {
    let text = """
      {"identifier": "a.b", "version": "1.0.0", "summary": "s", "authors": ["x"],
       "options": {
      \(options)
      }}
      """
    return try PluginManifest(json: Array(text.utf8))
  }

  private func option(_ name: String) throws -> PluginOption {
    try #require(manifest(Self.declarations).options.first { $0.name == name })
  }

  @Test("options of every type are read, ordered by name")
  func types() throws {
    let options = try manifest(Self.declarations).options
    #expect(
      options.map { "\($0.name) \($0.type.name) \($0.standard?.text ?? "required")" } == [
        "count int 3", "deadline double 2", "encoding enum utf-8", "isLoud bool false",
        "maxWidths int[] 1,2", "name string required", "tokens string[] ",
      ])
    #expect(options.filter(\.isSecret).map(\.name) == ["tokens"])
    #expect(options.filter(\.isRequired).map(\.name) == ["name"])
    #expect(options[0].type.limits.maximum == .int(9))
    #expect(options[1].type.limits.minimum == .double(0.5) && options[1].type.limits.maximum == nil)
  }

  @Test("an encoded manifest has the same options")
  func coding() throws {
    let manifest = try manifest(Self.declarations)
    let json = Array(try JSONEncoder().encode(manifest))
    #expect(try PluginManifest(json: json) == manifest)
    #expect(try JSONDecoder().decode(PluginManifest.self, from: Data(json)) == manifest)
  }

  @Test(
    "an invalid declaration is reported with its member and line",
    arguments: [
      (
        #""Width": {"type": "int", "default": 1, "summary": "s"}"#, "options.Width",
        "name of an option"
      ),
      (
        #""a-b": {"type": "int", "default": 1, "summary": "s"}"#, "options.a-b",
        "name of an option"
      ),
      (
        #""": {"type": "int", "default": 1, "summary": "s"}"#, "options.",
        "name of an option"
      ),
      (#""a": 7"#, "options.a", "must be an object, not a number"),
      (#""a": {"type": "int", "summary": "s"}"#, "options.a", "has neither"),
      (#""a": {"type": "int", "default": 1}"#, "options.a.summary", "is missing"),
      (#""a": {"default": 1, "summary": "s"}"#, "options.a.type", "is missing"),
      (
        #""a": {"type": "int", "default": 1, "summary": ""}"#, "options.a.summary",
        "is empty"
      ),
      (
        #""a": {"type": "int", "default": 1, "required": true, "summary": "s"}"#,
        "options.a.required", "is true, and there is a `default`"
      ),
      (
        #""a": {"type": "integer", "default": 1, "summary": "s"}"#, "options.a.type",
        "must be `bool`"
      ),
      (
        #""a": {"type": "int[][]", "default": 1, "summary": "s"}"#, "options.a.type",
        "must be `bool`"
      ),
      (
        #""a": {"type": "int", "default": "x", "summary": "s"}"#, "options.a.default",
        "must be a whole number, not the string `x`"
      ),
      (
        #""a": {"type": "int", "default": 0, "minimum": 1, "summary": "s"}"#,
        "options.a.default",
        "must be a whole number of at least 1, not 0"
      ),
      (
        #""a": {"type": "int", "default": 0, "minimum": 2, "maximum": 1, "summary": "s"}"#,
        "options.a.maximum", "is less than the `minimum`"
      ),
      (
        #""a": {"type": "int", "default": 0, "minimum": 0.5, "summary": "s"}"#,
        "options.a.minimum", "must be a number of the option's type"
      ),
      (
        #""a": {"type": "string", "default": "", "maximum": 1, "summary": "s"}"#,
        "options.a.maximum", "is only for numbers"
      ),
      (
        #""a": {"type": "string", "default": "", "values": ["b"], "summary": "s"}"#,
        "options.a.values", "is only for the type `enum`"
      ),
      (
        #""a": {"type": "enum", "default": "", "summary": "s"}"#, "options.a.default",
        "must be"
      ),
      (
        #""a": {"type": "enum", "values": ["b", "b"], "default": "b", "summary": "s"}"#,
        "options.a.values[1]", "appears twice"
      ),
      (
        #""a": {"type": "enum", "values": ["utf8", "utf-8"], "default": "utf8", "summary": "s"}"#,
        "options.a.values[1]", "both have the name `utf8`"
      ),
      (
        #""a": {"type": "enum", "values": ["8"], "default": "8", "summary": "s"}"#,
        "options.a.values[0]", "has to begin with a letter"
      ),
      (
        #""a": {"type": "int", "default": 1, "secret": true, "summary": "s"}"#,
        "options.a.secret",
        "is only for strings"
      ),
      (
        #""a": {"type": "int", "default": null, "summary": "s"}"#, "options.a.default",
        "not null"
      ),
      (
        #""a": {"type": "int", "default": 1e999, "summary": "s"}"#, "options.a.default",
        "must be a Boolean"
      ),
      (
        #""a": {"type": "string", "default": "a\u0000", "summary": "s"}"#,
        "options.a.default",
        "has a null character"
      ),
      (
        #""a": {"type": "int", "default": 1, "sumary": "s"}"#, "options.a.sumary",
        "did you mean `summary`?"
      ),
    ])
  func refusals(options: String, field: String, message: String) throws {
    let error = #expect(throws: ManifestError.self) { try manifest(options) }
    #expect(error?.field == field)
    #expect(error?.line == 3)
    #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
  }

  @Test(
    "a given value is read by the option's type",
    arguments: [
      ("count", "9", "9"), ("count", "9.0", "9"), ("deadline", "3", "3"),
      ("encoding", "latin-1", "latin-1"),
      ("isLoud", "true", "true"), ("maxWidths", "", ""), ("maxWidths", "4,5", "4,5"),
      ("maxWidths", "[4, 5]", "4,5"), ("name", "", ""), ("name", "[a", "[a"),
      ("tokens", #"["a,b", "c"]"#, #"["a,b","c"]"#), ("tokens", "a,,b", #"["a","","b"]"#),
    ])
  func texts(name: String, given: String, value: String) throws {
    #expect(try option(name).type.value(of: given).text == value)
  }

  @Test(
    "a value that the option's type does not accept is an error",
    arguments: [
      ("count", "0", nil, "must be a whole number from 1 to 9, not 0"),
      ("count", "1.5", nil, "must be a whole number from 1 to 9, not 1.5"),
      (
        "maxWidths", "99999999999999999999", "[0]",
        "must be a whole number, and at most 64 bits long"
      ),
      ("count", "", nil, "must be a whole number from 1 to 9, not ``"),
      ("deadline", "nan", nil, "must be a number of at least 0.5, not `nan`"),
      ("deadline", "0.4", nil, "must be a number of at least 0.5, not 0.4"),
      ("encoding", "utf8", nil, "must be `utf-8` or `latin-1`, not `utf8`"),
      ("isLoud", "yes", nil, "must be true or false, not `yes`"),
      ("maxWidths", "1,x", "[1]", "must be a whole number, not `x`"),
      ("maxWidths", "[1,", nil, "must be a JSON array, as it begins with `[`"),
      ("maxWidths", "[[1]]", nil, "must be a JSON array, as it begins with `[`"),
    ] as [(String, String, String?, String)])
  func mistakes(name: String, given: String, field: String?, message: String) throws {
    let type = try option(name).type
    #expect(throws: ManifestError(field: field, message: message)) { try type.value(of: given) }
  }

  @Test("a string in JSON is not the number or the truth value that it contains")
  func strings() throws {
    #expect(
      throws: ManifestError(message: "must be a whole number from 1 to 9, not the string `1`")
    ) {
      try option("count").type.value(of: .string("1"))
    }
    #expect(throws: ManifestError(message: "must be true or false, not the string `true`")) {
      try option("isLoud").type.value(of: .string("true"))
    }
    #expect(try option("count").type.value(of: .double(1)) == .int(1))
  }

  @Test("a message about a secret does not show it")
  func secrets() throws {
    let type = try option("tokens").type
    #expect(throws: ManifestError(message: "must be a list of strings, not a string")) {
      try type.value(of: .string("hunter2"), isSecret: true)
    }
    #expect(throws: ManifestError(field: "[0]", message: "must be a string, not a number")) {
      try type.value(of: .list([.int(4711)]), isSecret: true)
    }
  }

  @Test("names have forms for Swift and for the environment")
  func names() throws {
    #expect(try option("maxWidths").tagName == "MaxWidths")
    #expect(try option("maxWidths").variableName == "MAX_WIDTHS")
    #expect(
      ["utf-8", "latin-1", "HTTP", "x.y_z", "Soft"].map(PluginOption.caseName) == [
        "utf8", "latin1", "http", "xYZ", "soft",
      ])
  }
}
