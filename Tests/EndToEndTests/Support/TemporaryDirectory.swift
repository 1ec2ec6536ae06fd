import Foundation

/// A directory that goes when the last reference to it does.
final class TemporaryDirectory: Sendable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      .appending(path: "cleanse-\(UUID().uuidString)", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  var path: String { url.path(percentEncoded: false) }

  /// Copies products of a build into the directory, under their own names.
  func copy(_ names: [String], from directory: URL) throws {
    for name in names {
      try FileManager.default.copyItem(
        at: directory.appending(path: name), to: url.appending(path: name))
    }
  }

  /// Writes a file of the directory.
  func write(_ bytes: some Sequence<UInt8>, to name: String) throws {
    let file = url.appending(path: name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
  }
}
