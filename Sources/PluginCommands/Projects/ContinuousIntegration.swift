import Glibc

/// What runs the checks of a repository.
enum ContinuousIntegration: String, CaseIterable, Sendable {
  case github
  case gitlab
  case make

  /// The one that a repository already uses, or that its remote belongs to; make if that is not known.
  ///
  /// - Parameter directory: The root of the repository.
  init(of directory: String) {
    func exists(_ path: String) -> Bool { unsafe access("\(directory)/\(path)", F_OK) == 0 }
    let remotes = Self.text(of: "\(directory)/.git/config")
    if exists(".github") {
      self = .github
    } else if exists(".gitlab-ci.yml") {
      self = .gitlab
    } else if remotes.contains("github") {
      self = .github
    } else if remotes.contains("gitlab") {
      self = .gitlab
    } else {
      self = .make
    }
  }

  /// What a configuration of git contains; empty if it can't be read, as it only decides what is proposed.
  private static func text(of path: String) -> String {
    guard let file = unsafe fopen(path, "r") else { return "" }
    defer { unsafe fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = unsafe fread(&bytes, 1, bytes.count, file)
    return String(decoding: bytes.prefix(count), as: UTF8.self)
  }
}
