package import CleanseSupport

/// Why a plugin can't be used at its path.
package enum PathObstacle: Equatable {
  /// It has a `$`: the dynamic linker expands `$ORIGIN`, `$LIB` and `$PLATFORM` in the paths passed to `dlopen`.
  case variable
  /// The absolute path, which is not UTF-8, so that a text with it would be another path.
  case notUTF8(FilePath)
  /// The working directory can't be read; `ENOENT` if it has been removed.
  case workingDirectory(errno: Int32)
  /// The absolute path can't be determined.
  case unresolved(errno: Int32)

  /// The obstacle to a file; nil if there is none.
  init?(to file: PluginFile) {
    if !file.isResolved {
      self.init(resolving: FilePath(file.path))
    } else if file.resolvedPath.utf8.contains(UInt8(ascii: "$")) {
      self = .variable
    } else {
      return nil
    }
  }

  private init?(resolving path: FilePath) {
    if let number = path.isAbsolute ? nil : Self.workingDirectoryError {
      self = .workingDirectory(errno: number)
      return
    }
    guard let resolved = SystemPath.resolved(path) else {
      self = .unresolved(errno: SystemError.last.number)
      return
    }
    guard resolved.validText == nil else { return nil }
    self = .notUTF8(resolved)
  }

  private static var workingDirectoryError: Int32? {
    do throws(SystemError) {
      _ = try SystemPath.workingDirectory()
      return nil
    } catch {
      return error.number
    }
  }
}

extension PathObstacle {
  /// The message, as a predicate whose subject is the file's path.
  var predicate: String {
    switch self {
    case .variable: "has a `$` in its path, which the dynamic linker would expand as a variable"
    case .notUTF8: "has an absolute path that is not valid UTF-8"
    case .workingDirectory(errno: ENOENT):
      "has no known absolute path, as the working directory no longer exists"
    case .workingDirectory(let number):
      """
      has no known absolute path, as the working directory can't be read: \(SystemError(number: number))
      """
    case .unresolved(let number): "has no known absolute path: \(SystemError(number: number))"
    }
  }

  /// The absolute path, if it is known.
  var note: String? {
    guard case .notUTF8(let path) = self else { return nil }
    return "its absolute path is \(path)"
  }

  var fix: String {
    switch self {
    case .variable: "move or rename it, so that no part of its path has a `$`"
    case .notUTF8: "move it, or rename the directories on its path whose names are not valid UTF-8"
    case .workingDirectory: "change to another directory, or use an absolute path"
    case .unresolved: "allow the user who runs the host to read the directories on its path"
    }
  }
}
