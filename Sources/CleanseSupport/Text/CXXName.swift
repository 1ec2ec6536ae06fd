/// The declaration that a C++ symbol names, without its parameters: `shop::Basket::add` for `_ZN4shop6Basket3addEi`.
///
/// The rules are those of the Itanium C++ ABI, "Mangling", as far as the name consists of identifiers. `__cxa_demangle` knows them
/// all, but a short symbol can make it write gigabytes, and these symbols come from plugins.
package struct CXXName {
  /// The name; nil for another symbol, and for one whose name has an operator, a substitution or, but for a function without a
  /// namespace, template arguments.
  package static func of(_ symbol: String) -> String? {
    var name = CXXName(rest: Array(symbol.utf8)[...])
    guard name.take("_Z") else { return nil }
    let object = objects.first { name.take($0.mangled) }
    guard let path = name.readName() else { return nil }
    return (object.map { "\($0.text) of " } ?? "") + path.joined(separator: "::")
  }

  /// What the compiler emits for a class.
  private static let objects = [
    (mangled: "TV", text: "the vtable"), (mangled: "TI", text: "the type information"),
    (mangled: "TS", text: "the type name"),
  ]

  private var rest: ArraySlice<UInt8>

  private init(rest: ArraySlice<UInt8>) {
    self.rest = rest
  }

  private mutating func readName() -> [String]? {
    guard take("N") else {
      _ = take("L")
      return readPath()
    }
    // The qualifiers of a member function.
    for qualifier in ["r", "V", "K", "R", "O"] { _ = take(qualifier) }
    guard var path = readPath(), let last = path.last else { return nil }
    if take("C1") || take("C2") {
      path.append(last)
    } else if take("D0") || take("D1") || take("D2") {
      path.append("~\(last)")
    }
    return take("E") ? path : nil
  }

  private mutating func readPath() -> [String]? {
    var path = take("St") ? ["std"] : []
    guard rest.first?.isASCIIDigit == true else { return nil }
    while rest.first?.isASCIIDigit == true {
      guard let identifier = readIdentifier() else { return nil }
      path.append(identifier == "_GLOBAL__N_1" ? "(anonymous namespace)" : identifier)
      // A tag of the ABI, such as cxx11.
      while take("B") {
        guard readIdentifier() != nil else { return nil }
      }
    }
    return path
  }

  private mutating func readIdentifier() -> String? {
    let digits = rest.prefix(while: \.isASCIIDigit)
    rest = rest.dropFirst(digits.count)
    guard let count = Int(String(decoding: digits, as: UTF8.self)), count > 0, count <= rest.count
    else { return nil }
    defer { rest = rest.dropFirst(count) }
    return String(decoding: rest.prefix(count), as: UTF8.self)
  }

  private mutating func take(_ text: String) -> Bool {
    guard rest.starts(with: text.utf8) else { return false }
    rest = rest.dropFirst(text.utf8.count)
    return true
  }
}
