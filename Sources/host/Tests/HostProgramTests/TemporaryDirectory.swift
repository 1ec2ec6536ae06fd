import CleansePlugin
import FoundationEssentials
import Glibc
import Testing

@testable import HostProgram

/// A directory of a test, with files that are no plugins; removed at the end.
final class TemporaryDirectory {
  let path: String

  init(_ files: [String: String] = [:]) throws {
    var template = Array("/tmp/host-tests-XXXXXX".utf8CString)
    try #require(mkdtemp(&template) != nil)
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    for (name, content) in files {
      let descriptor = open("\(path)/\(name)", O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
      try #require(descriptor >= 0)
      try FileDescriptorSink(descriptor, name: name).write(content)
      close(descriptor)
    }
  }

  /// One file of each kind that is no plugin.
  static func ofOddities() throws -> TemporaryDirectory {
    try TemporaryDirectory([
      "empty.so": "", "text.so": "hello\n", "readme.txt": "not looked at",
      "script.so": "/* GNU ld script */\nGROUP ( libm.so.6 )\n",
    ])
  }

  /// A link that leads to itself, which not even root can open.
  func addLoop(_ name: String) throws -> String {
    let link = "\(path)/\(name)"
    try #require(symlink(name, link) == 0)
    return link
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }
}

extension TemporaryDirectory {
  /// What a file of the directory holds.
  func content(of name: String) throws -> String {
    let data = try #require(FileManager.default.contents(atPath: "\(path)/\(name)"))
    return String(decoding: data, as: UTF8.self)
  }
}
