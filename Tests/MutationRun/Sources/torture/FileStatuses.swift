import Foundation

/// The status of each file in a host's document: a code, or that it is usable.
struct FileStatuses: Equatable {
  let ofFiles: [String: String]

  /// - Returns: Nil if the bytes are not a complete document.
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
    ofFiles = statuses
  }

  /// The files whose statuses differ, each with both statuses.
  func differences(from quiet: FileStatuses, sparing spared: Set<String> = []) -> [String] {
    Set(ofFiles.keys).union(quiet.ofFiles.keys).subtracting(spared).sorted().compactMap { file in
      let (now, before) = (ofFiles[file], quiet.ofFiles[file])
      return now == before
        ? nil : "\(file): \(now ?? "missing"), but \(before ?? "missing") when quiet"
    }
  }
}
