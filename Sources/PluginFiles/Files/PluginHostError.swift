public import CleanseGraph
import CleanseSupport
import Glibc

/// Why a directory of plugins can't be looked through.
///
/// A directory is something that the user named, so that it can't be read is an error of its own;
/// what is wrong with one file in it is a finding of that file's ``PluginInspection``.
public struct PluginHostError: Error, Hashable, Sendable {
  /// A stable name: `plugin/directory-missing`, `plugin/not-a-directory` or
  /// `plugin/directory-unreadable`.
  public let code: Diagnostic.Code
  /// The directory, as it was named.
  public let path: String
  /// What the system said.
  public let errno: Int32

  /// An error as ``PluginHost`` throws it, for tests of what handles it.
  public init(code: Diagnostic.Code, path: String, errno: Int32) {
    self.code = code
    self.path = path
    self.errno = errno
  }

  /// The error of a directory that could not be opened or read to its end.
  init(directory path: String, errno: Int32) {
    let code: Diagnostic.Code =
      switch errno {
      case ENOENT: "plugin/directory-missing"
      case ENOTDIR: "plugin/not-a-directory"
      default: "plugin/directory-unreadable"
      }
    self.init(code: code, path: path, errno: errno)
  }

  /// The same as a finding, for reports that list all findings alike.
  public var diagnostic: Diagnostic {
    let fix =
      switch code {
      case "plugin/directory-missing" where path.unicodeScalars.contains("\u{FFFD}"):
        "if the name is not valid UTF-8, rename the directory; the host can't pass such a name on"
      case "plugin/directory-missing": "create the directory, or name another"
      case "plugin/not-a-directory": "name the directory that the plugins are in, not one of them"
      case _ where errno == ENAMETOOLONG:
        "check the name, or name the directory by a shorter path, such as a relative one"
      case _ where errno == ELOOP: "let the symbolic links lead to a directory, or name another"
      case _ where errno == EINVAL: "name the directory without a null"
      default: "let the user who runs the host read the directory, or name another"
      }
    return Diagnostic(
      code, .error, message, fix: fix,
      arguments: [.init("directory", lastComponent(of: path))])
  }

  private var message: String {
    switch code {
    case "plugin/directory-missing":
      "the plugin directory \(path.isEmpty ? "\"\"" : path) does not exist"
    case "plugin/not-a-directory": "\(path) is not a directory"
    default: "the plugin directory \(path) can't be read: \(SystemError(number: errno))"
    }
  }
}

extension PluginHostError: CustomStringConvertible {
  public var description: String { "\(message) [\(code.rawValue)]" }
}
