import CleanseC

/// Reads what a plugin in C registers.
///
/// No text makes it trap, and what it costs is bounded by ``CSignatureLimits``. A text comes without
/// the null byte at its end.
struct CSignatureParser: Sendable {
  /// What has been declared so far, by name.
  var structures: [String: CStructureType] = [:]

  /// Reads a function: `double area(double width @geometry.width) throws @geometry.area`.
  func signature(_ text: [UInt8]) throws(CSignatureError) -> CSignature {
    var reader = try CSignatureReader(text, "signature", structures)
    let signature = try reader.readSignature()
    try reader.finish()
    return signature
  }

  /// Reads what a value is bound for: `double @geometry.width`.
  func value(_ text: [UInt8]) throws(CSignatureError) -> CKey {
    var reader = try CSignatureReader(text, "value", structures)
    let type = try reader.readType(for: .value)
    guard !type.isOptional else {
      throw reader.failure(
        "a value can't be optional: it is there; write `\(type.type)`, which answers who asks for "
          + "`\(type.type)?` too", at: type.end - 1)
    }
    return try finishKey(type.type, &reader)
  }

  /// Reads what nothing need be bound for: `double[] @weights`, `double? @limit`.
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

  /// Reads a structure, `point { double x; double y; }`, which the caller adds to those declared.
  func structure(_ text: [UInt8]) throws(CSignatureError) -> CStructureType {
    var reader = try CSignatureReader(text, "structure", structures)
    let structure = try reader.readStructure()
    try reader.finish()
    return structure
  }

  /// Reads the name of a handle, `counter`, which is what its pointers are called.
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
      instead: "`@` with a name, or the end,",
      reader.subject == "value" ? "; a function is bound with CLEANSE_BIND" : "")
  }
}
