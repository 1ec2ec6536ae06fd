/// Decodes a JSON text into a value.
package enum JSONDocument {
  /// Checks the size and the syntax, then calls `make` with the members of the top-level object.
  ///
  /// - Throws: A ``FieldError`` with a line.
  package static func read<Value>(
    _ json: [UInt8], sizeLimit: Int, make: (JSONFields) throws(FieldError) -> Value
  ) throws(FieldError) -> Value {
    guard json.count <= sizeLimit else {
      throw FieldError(message: "is larger than \(sizeLimit / 1024) KiB", line: 1)
    }
    var reader = JSONReader(json)
    let root = try reader.readDocument()
    do throws(FieldError) {
      guard case .object(let members) = root.content else {
        throw FieldError(message: "must be an object, not \(root.kind)", line: root.line)
      }
      return try make(JSONFields(members))
    } catch {
      var located = error
      located.line = error.line ?? root.line(ofField: Substring(error.field ?? ""))
      throw located
    }
  }
}
