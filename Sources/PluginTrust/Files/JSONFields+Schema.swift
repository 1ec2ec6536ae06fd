import PluginMetadata
import CleanseSupport

extension JSONFields {
  /// Throws unless the document is of this schema, such as `cleanse-lock/1`; of one in another version
  /// it says so.
  func check(schema: String) throws(ManifestError) {
    let found = try line("schema")
    guard found != schema else { return }
    let name = schema.prefix { $0 != "/" } + "/"
    throw ManifestError(
      field: "schema",
      message: found.hasPrefix(name)
        ? "is `\(found)`, which another version of the host wrote; this one reads `\(schema)`"
        : "must be `\(schema)`")
  }
}
