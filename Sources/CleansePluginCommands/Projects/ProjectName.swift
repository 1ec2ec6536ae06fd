import CleanseSupport
import CleanseFindingReports

/// The name of a new project, and its forms in the languages: `hello-world`, `HelloWorld`, `hello_world`.
struct ProjectName: Equatable, Sendable {
  /// Lower-case letters, digits and single hyphens, beginning with a letter.
  let text: String

  /// The longest name, in bytes; the names of files are derived from it.
  private static let longest = 64

  /// - Throws: A ``UsageError`` with a similar valid name as a hint.
  init(_ text: String, for command: String) throws(UsageError) {
    let fault: String
    if text.isEmpty {
      fault = "it is empty"
    } else if text.utf8.count > Self.longest {
      fault = "it is longer than \(Self.longest) bytes"
    } else if !text.utf8.allSatisfy(Self.isAllowed) {
      fault = "it has something other than lower-case letters, digits and hyphens"
    } else if !Self.isLetter(text.utf8.first) {
      fault = "it does not begin with a letter"
    } else if text.hasSuffix("-") || text.contains("--") {
      fault = "it has a hyphen at its end or two in a row"
    } else if let owner = Self.owner(of: text) {
      fault = owner
    } else {
      self.text = text
      return
    }
    throw UsageError(
      "\(text.quoted) can't be the name of a project: \(fault)",
      hints: [
        Self.suggestion(for: text).map { "did you mean `\($0)`?" }
          ?? "a name is like `hello-world`"
      ],
      command: command)
  }

  /// The name of a Swift module, and the beginning of the names of its types.
  var module: String {
    text.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  /// The name in C, C++ and Rust.
  var symbol: String { text.replacing("-", with: "_") }

  /// The name as a part of an identifier such as `org.example.hello-world`.
  var identifier: String { "org.example.\(text)" }

  /// The values of the placeholders of templates that have this name in one of its forms.
  ///
  /// - Parameter prefix: What the names of the placeholders begin with, such as `PLUGIN`.
  func placeholders(_ prefix: String = "") -> [String: String] {
    [
      "\(prefix)NAME": text, "\(prefix)IDENTIFIER": identifier, "\(prefix)MODULE": module,
      "\(prefix)SYMBOL": symbol,
    ]
  }

  private static func isAllowed(_ byte: UInt8) -> Bool {
    isLetter(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || byte == UInt8(ascii: "-")
  }

  private static func isLetter(_ byte: UInt8?) -> Bool {
    byte.map { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) } ?? false
  }

  /// What a name already means; nil if it can be used.
  private static func owner(of text: String) -> String? {
    if text == "cleanse" || text.hasPrefix("cleanse-") {
      return "Cleanse has libraries of such names"
    }
    for (meaning, names) in reserved where names.contains(text) { return meaning }
    return nil
  }

  /// Names that would clash in one of the languages: a project can be translated without a new name.
  private static let reserved: [(meaning: String, names: Set<String>)] = [
    (
      "it is a keyword of C or C++",
      [
        "alignas", "alignof", "and", "asm", "auto", "bitand", "bitor", "bool", "break", "case",
        "catch", "char", "class", "compl", "concept", "const", "consteval", "constexpr",
        "constinit", "continue", "decltype", "default", "delete", "do", "double", "else", "enum",
        "explicit", "export", "extern", "false", "float", "for", "friend", "goto", "if", "inline",
        "int", "long", "mutable", "namespace", "new", "noexcept", "not", "nullptr", "operator",
        "or", "private", "protected", "public", "register", "requires", "restrict", "return",
        "short", "signed", "sizeof", "static", "struct", "switch", "template", "this", "throw",
        "true", "try", "typedef", "typeid", "typename", "typeof", "union", "unsigned", "using",
        "virtual", "void", "volatile", "while", "xor",
      ]
    ),
    (
      "it is a keyword of Rust",
      [
        "abstract", "as", "async", "await", "become", "box", "crate", "dyn", "final", "fn", "gen",
        "impl", "in", "let", "loop", "macro", "match", "mod", "move", "override", "priv", "pub",
        "ref", "self", "super", "trait", "type", "unsafe", "unsized", "use", "where", "yield",
      ]
    ),
    (
      "it is a keyword of Swift",
      [
        "any", "associatedtype", "defer", "deinit", "extension", "fallthrough", "fileprivate",
        "func", "guard", "import", "init", "inout", "internal", "is", "nil", "protocol",
        "repeat", "rethrows", "some", "subscript", "throws", "var",
      ]
    ),
    (
      "it has a meaning in one of the languages",
      [
        "alloc", "core", "dispatch", "foundation", "glibc", "main", "proc-macro", "std", "swift",
        "synchronization", "test", "testing",
      ]
    ),
  ]

  /// A valid name that is similar; nil if there is nothing to keep of the text.
  private static func suggestion(for text: String) -> String? {
    var words: [String] = [""]
    var isAfterLower = false
    for character in text.unicodeScalars.map(Character.init) {
      guard character.isASCII, character.isLetter || character.isNumber else {
        words.append("")
        isAfterLower = false
        continue
      }
      if character.isUppercase, isAfterLower { words.append("") }
      isAfterLower = character.isLowercase || character.isNumber
      words[words.count - 1] += character.lowercased()
    }
    let joined = words.filter { !$0.isEmpty }.joined(separator: "-")
    var name = String(joined.drop { !$0.isLetter }.prefix(longest - "-plugin".count))
    while name.hasSuffix("-") { name.removeLast() }
    guard !name.isEmpty else { return nil }
    return [name, name + "-plugin", "my-" + name].first { owner(of: $0) == nil }
  }
}
