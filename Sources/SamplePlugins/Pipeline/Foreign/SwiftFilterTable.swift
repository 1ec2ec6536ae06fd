import CCleansePlugin
import CTextFilterAPI
import Cleanse
import Glibc
import TextFilterAPI

/// A filter that is written in Swift, as a table of functions that C can call.
///
/// The table's state is this object, unretained: whoever has the table has a `CPointer` that keeps it.
/// A pass is retained until C ends it.
final class SwiftFilterTable: @unchecked Sendable {
  // Safety: written by `init` and only read afterwards, until nobody has it.
  private let table = UnsafeMutablePointer<text_filter>.allocate(capacity: 1)
  private let filter: any TextFilter

  init(_ filter: any TextFilter) throws {
    guard !filter.name.utf8.contains(0), !filter.summary.utf8.contains(0) else {
      throw CBridgeError("a filter with a null character in its name can't be handed to C")
    }
    self.filter = filter
    table.initialize(
      to: text_filter(
        size: MemoryLayout<text_filter>.size, state: nil,
        name: UnsafePointer(strdup(filter.name)), summary: UnsafePointer(strdup(filter.summary)),
        begin: { state, argument, error in
          SwiftFilterTable.from(state)?.begin(argument.map { String(cString: $0) }, error)
        },
        transform: { pass, piece, output, error in
          guard let piece = piece?.pointee else { return }
          SwiftPass.from(pass)?.transform(piece, output, error)
        },
        finish: { pass, output, error in SwiftPass.from(pass)?.finish(output, error) },
        end: { pass in pass.map { Unmanaged<SwiftPass>.fromOpaque($0).release() } },
        destroy: nil))
    table.pointee.state = Unmanaged.passUnretained(self).toOpaque()
  }

  deinit {
    free(UnsafeMutableRawPointer(mutating: table.pointee.name))
    free(UnsafeMutableRawPointer(mutating: table.pointee.summary))
    table.deallocate()
  }

  /// What C is handed, which keeps this.
  var pointer: CPointer { CPointer(table, keeping: self) }

  private func begin(
    _ argument: String?, _ error: UnsafeMutablePointer<cleanse_error>?
  ) -> UnsafeMutableRawPointer? {
    do throws(TextFilterArgumentError) {
      let pass = SwiftPass(try filter.makeTransform(argument: argument))
      return Unmanaged.passRetained(pass).toOpaque()
    } catch let failure {
      error?.pointee.fail?(error, failure.description)
      return nil
    }
  }

  private static func from(_ state: UnsafeMutableRawPointer?) -> SwiftFilterTable? {
    state.map { Unmanaged<SwiftFilterTable>.fromOpaque($0).takeUnretainedValue() }
  }
}

/// One pass that C takes a text through.
private final class SwiftPass {
  private var transform: any TextTransform
  private var written = TextOutput()

  init(_ transform: any TextTransform) {
    self.transform = transform
  }

  static func from(_ pass: UnsafeMutableRawPointer?) -> SwiftPass? {
    pass.map { Unmanaged<SwiftPass>.fromOpaque($0).takeUnretainedValue() }
  }

  func transform(
    _ piece: text_piece, _ output: UnsafeMutablePointer<text_output>?,
    _ error: UnsafeMutablePointer<cleanse_error>?
  ) {
    let text = UnsafeBufferPointer(start: piece.text, count: piece.count)
    let place = LinePiece(isFirst: piece.is_first != 0, ending: Self.ending(piece.ending))
    write(to: output, error) { try transform.transform(text.span, place, into: &written) }
  }

  func finish(
    _ output: UnsafeMutablePointer<text_output>?, _ error: UnsafeMutablePointer<cleanse_error>?
  ) {
    write(to: output, error) { try transform.finish(into: &written) }
  }

  private func write(
    to output: UnsafeMutablePointer<text_output>?, _ error: UnsafeMutablePointer<cleanse_error>?,
    _ work: () throws -> Void
  ) {
    do {
      try work()
      written.bytes.withUnsafeBytes { output?.pointee.append?(output, $0.baseAddress, $0.count) }
    } catch let failure {
      error?.pointee.fail?(error, "\(failure)")
    }
    written.removeAll()
  }

  private static func ending(_ text: UnsafePointer<CChar>?) -> LineEnding? {
    guard let text else { return nil }
    return switch UInt8(bitPattern: text[0]) {
    case 0: .missing
    case UInt8(ascii: "\r"): .carriageReturnLineFeed
    default: .lineFeed
    }
  }
}
