internal import CleanseSupport
internal import FoundationEssentials

/// Reading and writing of whole files, with errors that contain the path.
enum TextFile {
  static func read(_ path: String) throws(ToolError) -> [UInt8] {
    do {
      return Array(try Data(contentsOf: URL(filePath: path)))
    } catch {
      throw ToolError(path: path, message: "can't be read: \(reason(error))")
    }
  }

  static func write(_ text: String, to path: String) throws(ToolError) {
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

  /// Returns the system's message, if the error has one.
  static func reason(_ error: any Error) -> String {
    guard let error = error as? CocoaError else { return "\(error)" }
    if let cause = error.underlying as? POSIXError { return "\(cause.code)" }
    return error.code == .fileReadNoSuchFile ? "there is no such file" : "\(error)"
  }
}
