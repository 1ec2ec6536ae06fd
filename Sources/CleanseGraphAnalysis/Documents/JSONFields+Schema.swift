import CleanseSupport

extension JSONFields {
  /// Checks that the document has a schema such as `cleanse-lock/1`. Another version of the schema has its own
  /// message.
  func check(schema: String) throws(FieldError) {
    let found = try line("schema")
    guard found != schema else { return }
    // Not a path: the name of a schema.
    let name = schema.prefix { $0 != "/" } + "/"
    throw FieldError(
      field: "schema",
      message: found.hasPrefix(name)
        ? "is `\(found)`, from another version of the host; this version reads `\(schema)`"
        : "must be `\(schema)`")
  }
}
