import CCleansePlugin
import CTextFilterAPI
import CleansePlugin
import Glibc
import TextFilterAPI

/// The function table of a Swift filter, for C callers.
///
/// The table's state is this object, unretained: the `CPointer` to the table keeps it alive.
/// A pass is retained until C ends it.
@safe final class SwiftFilterTable: @unchecked Sendable {
  // Safety: written by `init`, and only read until `deinit`.
  private let table = UnsafeMutablePointer<text_filter>.allocate(capacity: 1)
  private let filter: any TextFilter

  init(_ filter: any TextFilter) throws {
    guard !filter.name.utf8.contains(0), !filter.summary.utf8.contains(0) else {
      throw CBridgeError("a filter with a null character in its name can't be passed to C")
    }
    self.filter = filter
    unsafe table.initialize(
      to: text_filter(
        size: MemoryLayout<text_filter>.size, state: nil, destroy: nil,
        name: UnsafePointer(strdup(filter.name)), summary: UnsafePointer(strdup(filter.summary)),
        begin: { state, argument, error in
          unsafe SwiftFilterTable.from(state)?.begin(
            argument.map { unsafe String(cString: $0) }, unsafe error)
        },
        transform: { pass, piece, output, error in
          guard let piece = unsafe piece?.pointee else { return }
          unsafe SwiftPass.from(pass)?.transform(piece, output, error)
        },
        finish: { pass, output, error in unsafe SwiftPass.from(pass)?.finish(output, error) },
        end: { pass in unsafe pass.map { unsafe Unmanaged<SwiftPass>.fromOpaque($0).release() } }))
    unsafe table.pointee.state = unsafe Unmanaged.passUnretained(self).toOpaque()
  }

  deinit {
    unsafe free(UnsafeMutableRawPointer(mutating: table.pointee.name))
    unsafe free(UnsafeMutableRawPointer(mutating: table.pointee.summary))
    unsafe table.deallocate()
  }

  /// The pointer to pass to C, which keeps this object alive.
  var pointer: CPointer { unsafe CPointer(table, keeping: self) }

  private func begin(
    _ argument: String?, _ error: UnsafeMutablePointer<cleanse_error>?
  ) -> UnsafeMutableRawPointer? {
    do throws(TextFilterArgumentError) {
      let pass = SwiftPass(try filter.makeTransform(argument: argument))
      return unsafe Unmanaged.passRetained(pass).toOpaque()
    } catch let failure {
      unsafe error?.pointee.fail?(error, failure.description)
      return nil
    }
  }

  private static func from(_ state: UnsafeMutableRawPointer?) -> SwiftFilterTable? {
    unsafe state.map { unsafe Unmanaged<SwiftFilterTable>.fromOpaque($0).takeUnretainedValue() }
  }
}

/// A pass of a Swift filter that C drives.
private final class SwiftPass {
  private var transform: any TextTransform
  private var written = TextOutput()

  init(_ transform: any TextTransform) {
    self.transform = transform
  }

  static func from(_ pass: UnsafeMutableRawPointer?) -> SwiftPass? {
    unsafe pass.map { unsafe Unmanaged<SwiftPass>.fromOpaque($0).takeUnretainedValue() }
  }

  func transform(
    _ piece: text_piece, _ output: UnsafeMutablePointer<text_output>?,
    _ error: UnsafeMutablePointer<cleanse_error>?
  ) {
    let text = unsafe UnsafeBufferPointer(start: piece.text, count: piece.count)
    let part = unsafe LinePiece(isFirst: piece.is_first != 0, ending: Self.ending(piece.ending))
    unsafe write(to: output, error) {
      try unsafe transform.transform(text.span, part, into: &written)
    }
  }

  func finish(
    _ output: UnsafeMutablePointer<text_output>?, _ error: UnsafeMutablePointer<cleanse_error>?
  ) {
    unsafe write(to: output, error) { try transform.finish(into: &written) }
  }

  private func write(
    to output: UnsafeMutablePointer<text_output>?, _ error: UnsafeMutablePointer<cleanse_error>?,
    _ work: () throws -> Void
  ) {
    do {
      try work()
      unsafe written.bytes.withUnsafeBytes {
        unsafe output?.pointee.append?(output, $0.baseAddress, $0.count)
      }
    } catch let failure {
      unsafe error?.pointee.fail?(error, "\(failure)")
    }
    written.removeAll()
  }

  private static func ending(_ text: UnsafePointer<CChar>?) -> LineEnding? {
    guard let text = unsafe text else { return nil }
    return switch unsafe UInt8(bitPattern: text[0]) {
    case 0: .missing
    case UInt8(ascii: "\r"): .carriageReturnLineFeed
    default: .lineFeed
    }
  }
}
