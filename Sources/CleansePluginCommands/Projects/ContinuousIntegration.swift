import CleanseGraphAnalysis
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
    // A configuration that can't be read is as none, as it only decides what is proposed.
    let configuration = try? DocumentFile.read("\(directory)/.git/config", limit: 1 << 20)
    let remotes = String(decoding: configuration ?? [], as: UTF8.self)
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
}
