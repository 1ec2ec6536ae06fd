// This folder reads the declaration texts of C plugins. `CSignatureParser` is the entry; a `CSignatureReader` reads
// tokens, and its extensions names, types, functions and structures. The result is a `CSignature` or a `CDeclaration`, or
// a `CSignatureError` with an excerpt of the text.

import CleanseC

/// The parser of the declarations that C plugins register.
///
/// It traps on no input, and ``CSignatureLimits`` bounds its cost. A text does not include its terminating
/// null byte.
struct CSignatureParser: Sendable {
  /// The structures declared so far, by name.
  var structures: [String: CStructureType] = [:]

  /// Parses a function: `double area(double width @geometry.width) throws @geometry.area`.
  func signature(_ text: [UInt8]) throws(CSignatureError) -> CSignature {
    var reader = try CSignatureReader(text, "signature", structures)
    let signature = try reader.readSignature()
    try reader.finish()
    return signature
  }

  /// Parses the key of a value: `double @geometry.width`.
  func value(_ text: [UInt8]) throws(CSignatureError) -> CKey {
    var reader = try CSignatureReader(text, "value", structures)
    let type = try reader.readType(for: .value)
    guard !type.isOptional else {
      throw reader.failure(
        "a value can't be optional: write `\(type.type)`, which also satisfies requests for "
          + "`\(type.type)?`", at: type.end - 1)
    }
    return try finishKey(type.type, &reader)
  }

  /// Parses a key that may have no binding: `double[] @weights`, `double? @limit`.
  func declaration(_ text: [UInt8]) throws(CSignatureError) -> CDeclaration {
    var reader = try CSignatureReader(text, "declaration", structures)
    let type = try reader.readType(for: .declaration)
    let isOptional = type.isOptional
    if case .array = type.type {
    } else if !isOptional {
      throw reader.failure(
        "only an optional or a collection can be declared: `\(type.type)?` or `\(type.type)[]`",
        at: type.end)
    }
    return CDeclaration(key: try finishKey(type.type, &reader), isOptional: isOptional)
  }

  /// Parses a structure, as in `point { double x; double y; }`, which the caller adds to ``structures``.
  func structure(_ text: [UInt8]) throws(CSignatureError) -> CStructureType {
    var reader = try CSignatureReader(text, "structure", structures)
    let structure = try reader.readStructure()
    try reader.finish()
    return structure
  }

  /// Parses the name of a handle, as in `counter`: the target of its pointers.
  func handle(_ text: [UInt8]) throws(CSignatureError) -> String {
    var reader = try CSignatureReader(text, "handle's name", structures)
    let name = try reader.readHandle()
    try reader.finish()
    return name
  }

  private func finishKey(
    _ type: CType, _ reader: inout CSignatureReader
  ) throws(CSignatureError) -> CKey {
    let key = CKey(type: type, name: try reader.readKeyName())
    guard reader.current != nil, key.name == nil else {
      try reader.finish()
      return key
    }
    throw reader.unexpected(
      instead: "`@` and a name, or the end of the \(reader.subject)",
      reader.subject == "value" ? "; a function is bound with CLEANSE_BIND" : "")
  }
}
