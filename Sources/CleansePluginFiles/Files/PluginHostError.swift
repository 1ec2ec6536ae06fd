public import CleanseGraph
import CleanseSupport

/// An error for a plugin directory that can't be read.
///
/// The user names the directories, so an unreadable one is thrown as an error. A defect of a file in it is a
/// finding of that file's ``PluginInspection``.
public struct PluginHostError: Error, Hashable, Sendable {
  /// The code: `plugin/directory-missing`, `plugin/not-a-directory` or
  /// `plugin/directory-unreadable`.
  public let code: Diagnostic.Code
  /// The directory, as given.
  public let path: String
  /// The system's error number.
  public let errno: Int32

  /// Creates an error as ``PluginHost`` throws it, for tests of error handling.
  public init(code: Diagnostic.Code, path: String, errno: Int32) {
    self.code = code
    self.path = path
    self.errno = errno
  }

  /// Creates the error of a directory that could not be opened or read.
  init(directory path: String, errno: Int32) {
    let code: Diagnostic.Code =
      switch errno {
      case ENOENT: "plugin/directory-missing"
      case ENOTDIR: "plugin/not-a-directory"
      default: "plugin/directory-unreadable"
      }
    self.init(code: code, path: path, errno: errno)
  }

  /// The error as a diagnostic, for reports that list all findings in the same way.
  public var diagnostic: Diagnostic {
    let fix =
      switch code {
      case "plugin/directory-missing" where path.unicodeScalars.contains("\u{FFFD}"):
        "if the name is not valid UTF-8, rename the directory; the host can't open such a name"
      // An earlier release can have been removed.
      case "plugin/directory-missing" where SystemPath.target(ofLink: FilePath(path)) != nil:
        "let the symbolic link lead to a directory, or specify another"
      case "plugin/directory-missing": "create the directory, or specify another"
      case "plugin/not-a-directory":
        "specify the directory that the plugins are in, not one of them"
      case _ where errno == ENAMETOOLONG:
        "check the name, or specify the directory by a shorter path, such as a relative one"
      case _ where errno == ELOOP: "make the symbolic links lead to a directory, or specify another"
      case _ where errno == EINVAL: "specify the directory without a null byte"
      default: "make the directory readable by the user who runs the host, or specify another"
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
