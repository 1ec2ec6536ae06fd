/// The declaration in Swift of a constant in the section `.note.cleanse`.
package enum NoteDeclaration {
  /// The processors that code can be built for: their names in Swift's `#if arch(…)` and in the stamp.
  /// All are little-endian.
  package static let architectures = [
    (condition: "x86_64", name: "x86_64"), (condition: "arm64", name: "aarch64"),
  ]

  /// The maximum number of words in an array literal: the compiler doesn't recognize a literal of several
  /// thousand elements as constant.
  private static let chunkSize = 1024

  /// Returns the declaration of a note that is the same on each processor.
  ///
  /// - Parameter bytes: A whole number of 32-bit words.
  package static func text(of bytes: [UInt8], named name: String) -> String {
    let chunks = stride(from: 0, to: bytes.count, by: chunkSize * 4).map { start in
      Array(bytes[start...].prefix(chunkSize * 4))
    }
    let types = chunks.map { "InlineArray<\($0.count / 4), UInt32>" }.joined(separator: ", ")
    let values = chunks.map { "[\n  \(words($0))\n]" }.joined(separator: ", ")
    return """
      @section(".note.cleanse") @used
      private let \(name): (\(types)) = (\(values))
      """
  }

  /// Returns the declarations of the note for each processor, because a tool does not know the target.
  ///
  /// - Parameter bytes: Returns the note for the processor with that name, a whole number of 32-bit words.
  package static func text<Failure: Error>(
    named name: String, of bytes: (_ architecture: String) throws(Failure) -> [UInt8]
  ) throws(Failure) -> String {
    var text = ""
    for (position, architecture) in architectures.enumerated() {
      text += """
        \(position == 0 ? "#if" : "#elseif") arch(\(architecture.condition))
        \(Self.text(of: try bytes(architecture.name), named: name))

        """
    }
    return text + """
      #else
      #error("plugins are not supported on this processor")
      #endif
      """
  }

  /// Returns the bytes as little-endian 32-bit words, separated by commas, eight per line.
  private static func words(_ bytes: [UInt8]) -> String {
    stride(from: 0, to: bytes.count, by: 32).map { start in
      stride(from: start, to: min(start + 32, bytes.count), by: 4).map { position in
        let word = bytes[position..<min(position + 4, bytes.count)].reversed().reduce(UInt32(0)) {
          $0 << 8 | UInt32($1)
        }
        return "0x" + String(word, radix: 16)
      }.joined(separator: ", ")
    }.joined(separator: ",\n  ")
  }
}
