import CLogWatchAPI
import CleansePluginHost
import LogWatchAPI

/// A parser that is a table of C functions.
struct CLineParser: LineParser {
  private let table: Table

  /// - Throws: A `CBridgeError` if the table has another size or lacks its function.
  init(_ pointer: CPointer) throws {
    table = try Table(pointer)
  }

  var pointer: CPointer { table.pointer }

  func entry(of line: String) -> LogEntry? {
    // The header promises a line without a null.
    guard !line.utf8.contains(0) else { return nil }
    return unsafe line.utf8CString.withUnsafeBufferPointer { text in
      var entry = unsafe log_entry()
      unsafe entry.size = MemoryLayout<log_entry>.size
      let members = unsafe table.members
      guard unsafe members.parse(members.state, text.baseAddress, text.count - 1, &entry) == 1,
        let message = unsafe entry.message
      else { return nil }
      let bytes = unsafe UnsafeRawBufferPointer(start: message, count: entry.message_count)
      return unsafe LogEntry(
        level: LogLevel(rawValue: Int(entry.level)) ?? .info,
        message: String(decoding: bytes, as: UTF8.self))
    }
  }

  /// The table, destroyed with the last reference.
  @safe private final class Table: @unchecked Sendable {
    // Safety: immutable after initialization, and the header says that `parse` may be called on any thread.
    let pointer: CPointer
    let members: log_parser

    init(_ pointer: CPointer) throws {
      let members = unsafe pointer.address.load(as: log_parser.self)
      guard unsafe members.size >= MemoryLayout<log_parser>.size, unsafe members.parse != nil else {
        throw CBridgeError("a log_parser is incomplete")
      }
      self.pointer = pointer
      unsafe self.members = unsafe members
    }

    deinit {
      unsafe members.destroy?(members.state)
    }
  }
}

/// Makes `log_parser *` in C the key `any LineParser` in Swift.
enum CLineParserBridge: CBridge {
  static let cName = "log_parser"

  static func value(of pointer: CPointer) throws -> any LineParser { try CLineParser(pointer) }

  static func pointer(to parser: any LineParser) throws -> CPointer {
    guard let parser = parser as? CLineParser else {
      throw CBridgeError("a parser in Swift can't be passed to C")
    }
    return parser.pointer
  }
}
