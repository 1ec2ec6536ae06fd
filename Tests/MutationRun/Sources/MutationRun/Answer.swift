import Foundation

/// The document that the host writes.
struct Answer {
  /// The status of each file in the document: a code, `ok` or `no plugin`.
  let statuses: [String: String]

  /// - Returns: Nil if the bytes are not a document.
  init?(_ bytes: [UInt8]) {
    guard
      let document = try? JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any],
      let plugins = document["plugins"] as? [[String: Any]]
    else { return nil }
    var statuses: [String: String] = [:]
    for plugin in plugins {
      guard let file = plugin["file"] as? String else { return nil }
      statuses[file] = plugin["rejection"] as? String ?? plugin["status"] as? String
    }
    for library in document["libraries"] as? [[String: Any]] ?? [] {
      guard let file = library["file"] as? String else { return nil }
      statuses[file] = "no plugin"
    }
    self.statuses = statuses
  }
}
