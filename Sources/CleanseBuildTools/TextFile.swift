internal import CleanseSupport
internal import FoundationEssentials

/// Reading and writing of whole files, with errors that contain the path.
package enum TextFile {
  package static func read(_ path: String) throws(ToolError) -> [UInt8] {
    do {
      return Array(try Data(contentsOf: URL(filePath: path)))
    } catch {
      throw ToolError(path: path, message: "can't be read: \(reason(error))")
    }
  }

  /// Writes a file, unless a regular one has the text already. Otherwise, what depends on it would be built again, because SwiftPM
  /// calls the tool again whenever it has linked it.
  package static func write(_ text: String, to path: String) throws(ToolError) {
    if holds(text, path) { return }
    let target: FileTarget
    do throws(FileTargetError) {
      target = try FileTarget(path)
    } catch {
      throw ToolError(path: path, message: error.description)
    }
    do throws(SystemError) {
      try target.write(Array(text.utf8))
    } catch {
      throw ToolError(path: path, message: "can't be written: \(error)")
    }
  }

  /// Whether there is a regular file with exactly this text, which can be read.
  private static func holds(_ text: String, _ path: String) -> Bool {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    guard attributes?[.type] as? FileAttributeType == .typeRegular else { return false }
    return FileManager.default.contents(atPath: path) == Data(text.utf8)
  }

  package static func makeDirectory(_ path: String) throws(ToolError) {
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw ToolError(path: path, message: "can't be made: \(reason(error))")
    }
  }

  /// Returns the paths of all files below a directory, relative to it, in the order of their bytes.
  package static func paths(below directory: String) throws(ToolError) -> [String] {
    do {
      return try FileManager.default.subpathsOfDirectory(atPath: directory)
        .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    } catch {
      throw ToolError(path: directory, message: "can't be read: \(reason(error))")
    }
  }

  /// Returns the system's message, if the error has one.
  static func reason(_ error: any Error) -> String {
    guard let error = error as? CocoaError else { return "\(error)" }
    if let cause = error.underlying as? POSIXError {
      return "\(SystemError(number: cause.code.rawValue))"
    }
    return error.code == .fileReadNoSuchFile ? "there is no such file" : "\(error)"
  }
}
