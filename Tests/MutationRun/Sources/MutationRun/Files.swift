import Foundation

/// The files and directories that a run works with.
enum Files {
  static func read(_ path: String) throws -> [UInt8] {
    try Array(Data(contentsOf: URL(filePath: path)))
  }

  /// Writes a new file. An old one is removed and not overwritten, as a process may still have it open.
  static func write(_ bytes: [UInt8], to path: String) throws {
    remove(path)
    try Data(bytes).write(to: URL(filePath: path))
  }

  static func remove(_ path: String) {
    try? FileManager.default.removeItem(atPath: path)
  }

  static func names(in directory: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: directory).sorted()
  }

  static func makeDirectory(_ path: String) throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  /// The processes of a session that have not ended, by proc(5).
  static func processes(ofSession session: pid_t) -> [pid_t] {
    let entries = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return entries.compactMap { pid_t($0) }.filter { process in
      guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .isoLatin1),
        // The name before it may contain anything.
        let end = text.lastIndex(of: ")")
      else { return false }
      let fields = text[end...].split(separator: " ")
      return fields.count > 4 && fields[1] != "Z" && pid_t(fields[4]) == session
    }
  }
}
