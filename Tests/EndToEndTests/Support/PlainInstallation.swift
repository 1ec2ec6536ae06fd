import CleanseTestSupport
import Foundation
import Synchronization
import Testing

/// The installation that the commands of documents use: the one of this build or, if its path has blanks, a copy.
///
/// A shell splits the output of `host sdk --cflags` at blanks. Documentation/Installing.md says what to write then.
enum PlainInstallation {
  private static let copy = Mutex<TemporaryDirectory?>(nil)

  /// The directory of its program.
  static var programs: String { get throws { try path + "/bin" } }

  static var path: String {
    get throws {
      let original = Build.installation.path
      guard original.contains(where: \.isWhitespace) else { return original }
      return try copy.withLock { copy in
        let directory = try copy ?? copied(original)
        copy = directory
        return directory.path(of: "installed")
      }
    }
  }

  private static func copied(_ original: String) throws -> TemporaryDirectory {
    let directory = try TemporaryDirectory()
    let copying = try ChildProcess(
      program: "/bin/cp", arguments: ["-R", original, directory.path(of: "installed")]
    ).run()
    try #require(copying.status == 0, "\(String(decoding: copying.errors, as: UTF8.self))")
    atexit { PlainInstallation.copy.withLock { $0 = nil } }
    return directory
  }
}
