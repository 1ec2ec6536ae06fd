import CleansePluginCABI

/// The type of a C function, as debug information describes it.
struct FunctionType: Equatable {
  /// The type of the result or of a parameter.
  struct Part: Equatable {
    /// Nil for a type that C has no signature for.
    let passed: PassedType?
    /// The name in the source; empty for a pointer.
    let name: String

    /// Reads a letter, the size, a space and the name.
    init?(_ text: Substring) {
      let parts = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, let letter = parts[0].first, let size = Int(parts[0].dropFirst())
      else { return nil }
      passed = PassedType.Kind(rawValue: letter).map { PassedType($0, size: size) }
      name = String(parts[1])
    }
  }

  /// The result and the parameters; empty if they are not known.
  let parts: [Part]

  /// Reads what `csymbols_write_types` writes: the types of the functions at each address, by its index; nil if it has not
  /// written all.
  static func all(in text: String) -> [Int: [FunctionType]]? {
    let lines = text.split(separator: "\n")
    guard lines.last == "end", text.hasSuffix("\n") else { return nil }
    var types: [Int: [FunctionType]] = [:]
    for line in lines.dropLast() {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
      guard let index = Int(fields[0]) else { continue }
      let parts = fields.dropFirst().compactMap { Part($0) }
      let isReadable = parts.count == fields.count - 1
      types[index, default: []].append(FunctionType(parts: isReadable ? parts : []))
    }
    return types
  }
}
