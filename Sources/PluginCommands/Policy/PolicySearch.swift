import CleanseSupport
import Glibc

/// Looks for the policy file that applies to a directory.
enum PolicySearch {
  /// A file of that name, or something else that has the name.
  struct Found: Equatable {
    /// Where it is.
    let path: String
    /// The same as one would write it in the directory that the search began in.
    let name: String
  }

  static let fileName = "host.json"

  /// The nearest one, in the directory or in one around it, up to the root of the file system.
  ///
  /// Where the directories around can't be looked into, as one may work below a directory of others,
  /// there is none that could be read.
  ///
  /// - Parameter directory: Absolute, without symbolic links; nothing for no search.
  /// - Throws: A ``HostFailure`` where the directory is not known or an entry can't be looked at.
  static func file(from directory: Result<String, SystemError>?) throws(HostFailure) -> Found? {
    guard let directory else { return nil }
    var place: String
    switch directory {
    case .success(let path): place = path
    case .failure(let error):
      throw HostFailure(
        "can't tell which directory this is, and so whether there is a \(fileName): \(error)",
        hints: ["`--no-config` goes without it; `--config FILE` names one"])
    }
    var way = ""
    while true {
      let path = (place == "/" ? "" : place) + "/" + fileName
      var status = stat()
      if unsafe lstat(path, &status) == 0 { return Found(path: path, name: way + fileName) }
      let error = SystemError.last
      guard [ENOENT, ENOTDIR, EACCES, ENAMETOOLONG].contains(error.number) else {
        throw HostFailure(
          "can't tell whether there is a \(path): \(error)",
          hints: ["`--no-config` goes without it; `--config FILE` names one"])
      }
      guard let slash = place.lastIndex(of: "/"), place != "/" else { return nil }
      place = slash == place.startIndex ? "/" : String(place[..<slash])
      way += "../"
    }
  }

  /// The directory that this process works in.
  static func workingDirectory() -> Result<String, SystemError> {
    guard let path = unsafe getcwd(nil, 0) else { return .failure(.last) }
    defer { unsafe free(path) }
    let text = unsafe String(cString: path)
    // The kernel marks one that can't be reached from the root.
    return text.hasPrefix("/") ? .success(text) : .failure(SystemError(number: ENOENT))
  }
}
