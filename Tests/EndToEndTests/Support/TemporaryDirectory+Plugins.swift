import CleanseTestSupport
import Foundation
import Testing

extension TemporaryDirectory {
  /// A directory with some of the sample plugins and the files that they need.
  convenience init(samples names: [String]) throws {
    try self.init()
    let libraries = ["TextFilterAPI", "WordCounting"]
    try copy((names + libraries).map { "lib\($0).so" }, from: Build.plugins)
  }

  /// A directory with some of the broken plugins and the files that they need.
  convenience init(broken names: [String]) throws {
    try self.init()
    try copy((names + ["BrokenContract"]).map { "lib\($0).so" }, from: Build.brokenPlugins)
  }

  /// Copies products of a build into the directory, under their own names.
  func copy(_ names: [String], to folder: String = ".", from directory: URL) throws {
    for name in names {
      try FileManager.default.copyItem(
        at: directory.appending(path: name), to: url.appending(path: "\(folder)/\(name)"))
    }
  }

  var url: URL { URL(filePath: path, directoryHint: .isDirectory) }

  /// Copies a file of the directory.
  func copy(_ name: String, to other: String) throws {
    try FileManager.default.copyItem(atPath: path(of: name), toPath: path(of: other))
  }

  /// Replaces a text by another of the same length wherever it occurs in a file.
  func patch(_ name: String, _ old: String, _ new: String) throws {
    let (old, new) = (Data(old.utf8), Data(new.utf8))
    try #require(old.count == new.count)
    var content = try Data(contentsOf: url.appending(path: name))
    var start = content.startIndex
    var count = 0
    while let range = content.range(of: old, in: start..<content.endIndex) {
      content.replaceSubrange(range, with: new)
      start = range.upperBound
      count += 1
    }
    try #require(count > 0, "\(name) has no such text")
    try content.write(to: url.appending(path: name))
  }

  /// The digest that Debian's b2sum prints for a file.
  func digits(of name: String) throws -> String {
    let outcome = try ChildProcess(
      program: "/usr/bin/b2sum", arguments: ["-l", "256", name], directory: path
    ).run()
    try #require(outcome.status == 0)
    return String(decoding: outcome.output.prefix(64), as: UTF8.self)
  }
}
