import FoundationEssentials

/// A temporary folder for a test, removed when the object is deallocated.
final class Folder {
  let path: String

  init() throws {
    let url = FileManager.default.temporaryDirectory.appending(
      path: "cleanse-support-\(UInt64.random(in: 0...UInt64.max))")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    path = url.path()
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  var names: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: path).sorted()) ?? []
  }

  func contents(of name: String) -> String? {
    FileManager.default.contents(atPath: "\(path)/\(name)").map {
      String(decoding: $0, as: UTF8.self)
    }
  }
}
