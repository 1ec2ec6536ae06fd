import CleanseC
import CleanseSupport

extension CSignatureReader {
  mutating func readStructure() throws(CSignatureError) -> CStructureType {
    _ = try takeWord("struct")
    guard let name = try takeWord() else { throw unexpected(instead: "a name") }
    try checkStructureName(name)
    try take("{", for: "with the fields")
    var fields: [CStructureType.Field] = []
    while !take("}") {
      guard fields.count < CSignatureLimits.fields else {
        throw failure("there are more than \(CSignatureLimits.fields) fields")
      }
      fields.append(try readField(of: name, besides: fields))
    }
    guard !fields.isEmpty else {
      throw failure("a structure needs at least one field", at: end - 1)
    }
    let structure = CStructureType(name: text(name), fields: fields)
    if structure.depth > CSignatureLimits.depth {
      throw failure(
        "structures are nested more than \(CSignatureLimits.depth) deep", at: name.offset)
    }
    if structure.scalarCount > CSignatureLimits.scalars {
      throw failure(
        "there are more than \(CSignatureLimits.scalars) numbers in the structure, including those "
          + "of nested structures", at: name.offset)
    }
    return structure
  }

  mutating func readHandle() throws(CSignatureError) -> String {
    _ = try takeWord("struct")
    guard let name = try takeWord() else { throw unexpected(instead: "a name") }
    try checkFree(name)
    guard current != UInt8(ascii: "*") else {
      throw failure("a handle is named without the `*`: write `\(text(name))`")
    }
    return text(name)
  }

  private func checkStructureName(_ name: CWord) throws(CSignatureError) {
    guard structures[text(name)] == nil else {
      throw failure("the structure \(text(name).quoted) is already declared", at: name.offset)
    }
    try checkFree(name)
  }

  private func checkFree(_ name: CWord) throws(CSignatureError) {
    guard CTypeWord.table[name] == nil, CType.replacements[text(name)] == nil,
      text(name) != CType.errorName
    else {
      throw failure("`\(text(name))` is a reserved name; choose another one", at: name.offset)
    }
    try checkName(name)
  }

  private mutating func readField(
    of structure: CWord, besides fields: [CStructureType.Field]
  ) throws(CSignatureError) -> CStructureType.Field {
    let start = self
    _ = try takeWord("struct")
    if try takeWord(text(structure)), current != UInt8(ascii: "*") {
      throw start.failure("a structure can't contain itself")
    }
    self = start

    let type = try readType(for: .field)
    guard !type.isOptional else {
      throw failure("a field can't be optional", at: type.end - 1)
    }
    switch type.type {
    case .string, .array, .pointer:
      throw failure(
        "a field is a number or a structure, not `\(type.type)`: its target would have no owner",
        at: type.start)
    default: break
    }
    guard let name = try readName(for: .field) else {
      throw unexpected(instead: "the name of the field")
    }
    let fieldName = text(name)
    guard !fields.contains(where: { $0.name == fieldName }) else {
      throw failure("two fields are called `\(text(name))`", at: name.offset)
    }
    guard take(";") else {
      throw unexpected(
        instead: "`;`",
        current == UInt8(ascii: ",") ? ": each field is declared with its own type" : "")
    }
    return CStructureType.Field(type: type.type, name: fieldName)
  }
}
