import CTextFilterAPI
import TextFilterAPI

/// The output of a Swift filter as a `text_output`, for C functions.
@safe struct COutputTable {
  // Safety: C gets a pointer to the first member, which has the address of the structure, and casts
  // it back.
  private var table: text_output
  private let output: UnsafeMutablePointer<TextOutput>

  private init(_ output: UnsafeMutablePointer<TextOutput>) {
    unsafe self.output = unsafe output
    table = unsafe text_output(size: MemoryLayout<text_output>.size) { table, bytes, count in
      guard let table = unsafe table, let bytes = unsafe bytes, count > 0 else { return }
      let text = unsafe UnsafeBufferPointer(
        start: bytes.assumingMemoryBound(to: UInt8.self), count: count)
      unsafe UnsafeMutableRawPointer(table).withMemoryRebound(to: COutputTable.self, capacity: 1) {
        unsafe $0.pointee.output.pointee.append(text.span)
      }
    }
  }

  /// Calls a C function that writes to the output.
  static func writing(
    to output: inout TextOutput, _ body: (UnsafeMutablePointer<text_output>) -> Void
  ) {
    unsafe withUnsafeMutablePointer(to: &output) { output in
      var table = unsafe COutputTable(output)
      unsafe withUnsafeMutablePointer(to: &table) {
        unsafe UnsafeMutableRawPointer($0).withMemoryRebound(
          to: text_output.self, capacity: 1, body)
      }
    }
  }
}
