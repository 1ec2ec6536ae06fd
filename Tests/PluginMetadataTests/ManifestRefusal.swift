import CleanseSupport
import CleansePluginMetadata
import Testing

/// A text that is not a valid manifest, and its error.
struct ManifestRefusal: Sendable, CustomTestStringConvertible {
  let json: [UInt8]
  let error: ManifestError

  /// The error, because some of the texts are too long to print.
  var testDescription: String { error.description }

  /// The complete manifest with one change that makes a field invalid.
  private init(
    _ old: String, _ new: String, _ field: String, line: Int, _ message: String
  ) {
    json = Array(completeManifest.replacing(old, with: new, maxReplacements: 1).utf8)
    error = ManifestError(field: field, message: message, line: line)
  }

  /// A text with an error that names no field.
  private init(_ text: String, line: Int = 1, _ message: String) {
    self.init(Array(text.utf8), line: line, message)
  }

  private init(_ json: [UInt8], line: Int = 1, _ message: String) {
    self.json = json
    error = ManifestError(message: message, line: line)
  }

  private static let line256 = String(repeating: "é", count: 128)

  static let fields = [
    ManifestRefusal(
      "\"identifier\"", "\"identifer\"", "identifer", line: 2,
      "is not a known key; did you mean `identifier`?"),
    ManifestRefusal(
      "\"authors\"", "\"Author\"", "Author", line: 5,
      "is not a known key; did you mean `authors`?"),
    ManifestRefusal(
      "\"summary\"", "\"\\u001b\"", "\\u{1B}", line: 4,
      "is not a known key; the known keys are `$schema`, `identifier`, `version`, `summary`, `authors`, "
        + "`module`, `contributes`, `requires`, `options`, `exercise`, `needs`, "
        + "`formerly`"),
    ManifestRefusal(
      "\"identifier\": \"org.example.redact\",\n", "", "identifier", line: 1,
      "is missing"),
    ManifestRefusal("  \"version\": \"1.2.3-rc.1+77\",\n", "", "version", line: 1, "is missing"),
    ManifestRefusal(
      "\"summary\": \"Blacks out “private” things\",", "", "summary", line: 1,
      "is missing"),
    ManifestRefusal(
      "\"authors\": [\"Ada\", \"Grace <grace@example.org>\"],", "", "authors", line: 1,
      "is missing"),
    ManifestRefusal(
      "\"org.example.redact\"", "7", "identifier", line: 2,
      "must be a string, not a number"),
    ManifestRefusal(
      "org.example.redact", "redact", "identifier", line: 2,
      "`redact` is not a reverse-DNS name: at least two parts are needed, as in `org.example`"),
    ManifestRefusal(
      "org.example.redact", "org..redact", "identifier", line: 2,
      "`org..redact` is not a reverse-DNS name: it has an empty part between its dots"),
    ManifestRefusal(
      "org.example.redact", "org.my_plugin", "identifier", line: 2,
      "`org.my_plugin` is not a reverse-DNS name: it has something other than letters, digits, "
        + "hyphens and dots"),
    ManifestRefusal(
      "org.example.redact", "org.-x", "identifier", line: 2,
      "`org.-x` is not a reverse-DNS name: it has a hyphen at an end of `-x`"),
    ManifestRefusal(
      "org.example.redact", "o." + String(repeating: "x", count: 254), "identifier",
      line: 2, "is longer than 255 bytes"),
    ManifestRefusal(
      "1.2.3-rc.1+77", "1.2", "version", line: 3,
      "`1.2` is not a semantic version: three numbers are needed, as in `1.0.0`"),
    ManifestRefusal(
      "\"1.2.3-rc.1+77\"", "1.2", "version", line: 3,
      "must be a string, not a number"),
    ManifestRefusal("Blacks out “private” things", "", "summary", line: 4, "is empty"),
    ManifestRefusal("Blacks out “private” things", " \\u3000", "summary", line: 4, "is empty"),
    ManifestRefusal("Blacks", "Blacks\\n", "summary", line: 4, "has more than one line"),
    ManifestRefusal(
      "Blacks", "\\u0007", "summary", line: 4,
      "has the unprintable character U+0007"),
    ManifestRefusal(
      "Blacks", "\u{2028}", "summary", line: 4,
      "has the unprintable character U+2028"),
    ManifestRefusal(
      "Blacks", "\u{202E}", "summary", line: 4,
      "has the unprintable character U+202E"),
    ManifestRefusal("Blacks", line256, "summary", line: 4, "is longer than 255 bytes"),
    ManifestRefusal(
      "\"Blacks out “private” things\"", "true", "summary", line: 4,
      "must be a string, not a boolean"),
    ManifestRefusal(
      "[\"Ada\", \"Grace <grace@example.org>\"]", "\"Ada\"", "authors", line: 5,
      "must be an array of strings, not a string"),
    ManifestRefusal(
      "[\"Ada\", \"Grace <grace@example.org>\"]", "[]", "authors", line: 5,
      "is empty; name at least one"),
    ManifestRefusal(
      "\"module\"", "\"formerly\": [\"old\"], \"module\"", "formerly[0]", line: 6,
      "`old` is not a reverse-DNS name: at least two parts are needed, as in `org.example`"),
    ManifestRefusal(
      "\"module\"", "\"formerly\": [\"org.example.redact\"], \"module\"", "formerly[0]", line: 6,
      "is the identifier that the plugin has now"),
    ManifestRefusal(
      "\"module\"", "\"formerly\": [\"a.b\", \"a.c\", \"a.b\"], \"module\"", "formerly[2]", line: 6,
      "`a.b` appears twice"),
    ManifestRefusal(
      "\"module\"", "\"formerly\": \"a.b\", \"module\"", "formerly", line: 6,
      "must be an array of strings, not a string"),
    ManifestRefusal(
      "\"Ada\"", "\"Ada\",\n{}", "authors[1]", line: 6,
      "must be a string, not an object"),
    ManifestRefusal("\"Ada\"", "\"\"", "authors[0]", line: 5, "is empty"),
    ManifestRefusal(
      "\"Redact.RedactModule\"", "null", "module", line: 6,
      "must be a string, not null"),
    ManifestRefusal(
      "Redact.RedactModule", "X { } ; func f() {}", "module", line: 6,
      "`X { } ; func f() {}` is not the name of a Swift type"),
    ManifestRefusal(
      "Redact.RedactModule", "X//", "module", line: 6,
      "`X//` is not the name of a Swift type"),
    ManifestRefusal(
      "Redact.RedactModule", "X\\n@main", "module", line: 6,
      "`X\\u{A}@main` is not the name of a Swift type"),
    ManifestRefusal(
      "Redact.RedactModule", "`class`", "module", line: 6,
      "``class`` is not the name of a Swift type"),
    ManifestRefusal(
      "Redact.RedactModule", "9X", "module", line: 6,
      "`9X` is not the name of a Swift type"),
    ManifestRefusal(
      "Redact.RedactModule", "A..B", "module", line: 6,
      "`A..B` is not the name of a Swift type"),
    ManifestRefusal(
      "Redact.RedactModule", "", "module", line: 6,
      "`` is not the name of a Swift type"),
    ManifestRefusal(
      "\"Command\"", "\"any Command\"", "contributes[1]", line: 7,
      "`any Command` is not the name of a Swift type"),
    ManifestRefusal(
      "\"Command\"", "\"TextFilter\"", "contributes[1]", line: 7,
      "`TextFilter` appears twice"),
    ManifestRefusal(
      ">=1.0.0 <", ">=1.0 <", "requires.org.example.words", line: 9,
      "`1.0` is not a semantic version: three numbers are needed, as in `1.0.0`"),
    ManifestRefusal(
      "\"1.0.0\"", "[]", "requires.org.example", line: 10,
      "must be a string, not an array"),
    ManifestRefusal(
      "\"org.example\"", "\"words\"", "requires.words", line: 10,
      "`words` is not a reverse-DNS name: at least two parts are needed, as in `org.example`"),
    ManifestRefusal(
      "\"org.example\"", "\"org.example.redact\"", "requires.org.example.redact",
      line: 10, "a plugin can't require itself"),
    ManifestRefusal(
      "\"org.example\"", "\"org.example.words\"", "requires.org.example.words",
      line: 10, "appears twice, first on line 9"),
    ManifestRefusal(
      "\"/srv/words\"", "\"words\"", "needs.read[0]", line: 12,
      "must be an absolute path, not `words`"),
    ManifestRefusal(
      "\"read\"", "\"reads\"", "needs.reads", line: 12,
      "is not a known key; did you mean `read`?"),
    ManifestRefusal(
      "{\"connect\": [443]}", "443", "needs.ports", line: 13, "must be an object, not a number"),
    ManifestRefusal(
      "443", "443, 443", "needs.ports.connect[1]", line: 13, "443 appears twice"),
    ManifestRefusal(
      "\"module\"", "\"v\\u0065rsion\"", "version", line: 6,
      "appears twice, first on line 3"),
  ]

  static let texts = [
    ManifestRefusal("", "is empty"),
    ManifestRefusal(" \n\n", line: 3, "is empty"),
    ManifestRefusal("[]", "must be an object, not an array"),
    ManifestRefusal("\n\"x\"", line: 2, "must be an object, not a string"),
    ManifestRefusal("{", "is not JSON: expected a key in quotes, found the end of the text"),
    ManifestRefusal(
      "{\"a\"", "is not JSON: expected `:` after the key `a`, found the end of the text"),
    ManifestRefusal("{\"a\":", "is not JSON: expected a value, found the end of the text"),
    ManifestRefusal(
      "{\"a\": 1\n", line: 2, "is not JSON: expected `,` or `}`, found the end of the text"),
    ManifestRefusal("{\"a\": \"x", "ends in the middle of a string"),
    ManifestRefusal("{\"a\": \"\\", "ends in the middle of a string"),
    ManifestRefusal("{\"a\": \"x\n\"}", "has a string that doesn't end on its line"),
    ManifestRefusal(
      "{\"a\": \"\t\"}", "has a control character in a string; write it as an escape"),
    ManifestRefusal("{\"a\": \"\\x\"}", "has an unknown escape in a string"),
    ManifestRefusal(
      "{\"a\": \"\\u12G4\"}",
      "has a `\\u` in a string without four hexadecimal digits"),
    ManifestRefusal(
      "{\"a\": \"\\u+123\"}",
      "has a `\\u` in a string without four hexadecimal digits"),
    ManifestRefusal("{\"a\": \"\\ud800\"}", "has an unpaired surrogate in a string"),
    ManifestRefusal("{\"a\": \"\\ud800\\u0041\"}", "has an unpaired surrogate in a string"),
    ManifestRefusal("{\"a\": \"\\udc00\"}", "has an unpaired surrogate in a string"),
    ManifestRefusal(
      "{\n\"a\": 1,\n}", line: 3,
      "is not JSON: expected a key in quotes, found `}`"),
    ManifestRefusal(
      "{\n\"a\": 1\n\"b\": 2}", line: 3,
      "is not JSON: expected `,` or `}`, found `\"`"),
    ManifestRefusal("{\"a\": [1 2]}", "is not JSON: expected `,` or `]`, found `2`"),
    ManifestRefusal("{\"a\": 01}", "is not JSON: expected `,` or `}`, found `1`"),
    ManifestRefusal("{\"a\": -}", "is not JSON: expected a digit, found `}`"),
    ManifestRefusal("{\"a\": 1.}", "is not JSON: expected a digit, found `}`"),
    ManifestRefusal("{\"a\": NaN}", "is not JSON: expected a value, found `N`"),
    ManifestRefusal("{\"a\": nul}", "is not JSON: expected a value, found `n`"),
    ManifestRefusal("{\"a\": 'x'}", "is not JSON: expected a value, found `'`"),
    ManifestRefusal("{\"a\": “x”}", "is not JSON: expected a value, found `“`"),
    ManifestRefusal("// x\n{}", "is not JSON: expected a value, found `/`"),
    ManifestRefusal(
      "{}\n{}", line: 2, "is not JSON: expected the end of the text, found `{`"),
    ManifestRefusal("{}\0", "is not JSON: expected the end of the text, found `\\u{0}`"),
    ManifestRefusal("\u{FEFF}{}", "begins with a byte order mark, which JSON doesn't allow"),
    ManifestRefusal([0x7B, 0x0A, 0x22, 0xFF, 0x22], line: 2, "is not UTF-8"),
    ManifestRefusal([0x22, 0xED, 0xA0, 0x80, 0x22], "is not UTF-8"),
    ManifestRefusal(
      "{\"a\": " + String(repeating: "[", count: 40_000),
      "is nested deeper than 16 levels"),
    ManifestRefusal(
      "{\"" + String(repeating: "k", count: 256) + "\": 1}",
      "has a key of more than 255 bytes"),
    ManifestRefusal(String(repeating: " ", count: 65_537), "is larger than 64 KiB"),
  ]
}
