import CTextFilterAPI
import CleansePlugin
import TextFilterAPI

/// One pass of a ``CTextFilter``.
struct CTextTransform: TextTransform {
  private let pass: CFilterPass

  init(_ pass: CFilterPass) {
    self.pass = pass
  }

  mutating func transform(
    _ text: Span<UInt8>, _ piece: LinePiece, into output: inout TextOutput
  ) throws {
    let members = unsafe pass.table.members
    let failure = unsafe CFailure.reported { error in
      unsafe COutputTable.writing(to: &output) { output in
        unsafe Self.withPiece(text, piece) {
          unsafe members.transform?(pass.state, $0, output, error)
        }
      }
    }
    if let failure { throw CTextFilterError(description: failure.text) }
  }

  mutating func finish(into output: inout TextOutput) throws {
    guard let finish = unsafe pass.table.members.finish else { return }
    let failure = unsafe CFailure.reported { error in
      unsafe COutputTable.writing(to: &output) { unsafe finish(pass.state, $0, error) }
    }
    if let failure { throw CTextFilterError(description: failure.text) }
  }

  private static func withPiece(
    _ text: Span<UInt8>, _ piece: LinePiece, _ body: (UnsafePointer<text_piece>) -> Void
  ) {
    unsafe text.withUnsafeBufferPointer { text in
      unsafe withEnding(piece.ending) { ending in
        var piece = unsafe text_piece(
          size: MemoryLayout<text_piece>.size, text: text.baseAddress, count: text.count,
          ending: ending, is_first: piece.isFirst ? 1 : 0)
        unsafe body(&piece)
      }
    }
  }

  private static func withEnding(
    _ ending: LineEnding?, _ body: (UnsafePointer<CChar>?) -> Void
  ) {
    switch ending {
    case .lineFeed: unsafe "\n".withCString(body)
    case .carriageReturnLineFeed: unsafe "\r\n".withCString(body)
    case .missing: unsafe "".withCString(body)
    case nil: body(nil)
    }
  }
}

/// The state of a pass in C. The pass ends when the object is released.
@safe final class CFilterPass {
  let table: CFilterTable
  let state: UnsafeMutableRawPointer?

  init(_ state: UnsafeMutableRawPointer?, of table: CFilterTable) {
    self.table = table
    unsafe self.state = unsafe state
  }

  deinit {
    unsafe table.members.end?(state)
  }
}

/// The error that a C filter reported.
struct CTextFilterError: Error, CustomStringConvertible {
  let description: String
}

extension CFailure {
  /// The message of the failure.
  var text: String { message ?? "failed without a message" }
}
