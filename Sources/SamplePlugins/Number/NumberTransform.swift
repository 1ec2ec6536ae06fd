import TextFilterAPI

/// One pass of ``NumberFilter``: six columns, right-aligned, and a tab.
struct NumberTransform: TextTransform {
  private static let width = 6
  private static let tab: UInt8 = 0x09

  /// The number of the last line, padded with spaces on the left. Counting in digits avoids the
  /// conversion of a number for every line.
  private var label = [UInt8](repeating: UInt8(ascii: " "), count: width)

  mutating func transform(
    _ text: Span<UInt8>, _ piece: LinePiece, into output: inout TextOutput
  ) throws {
    if piece.isFirst {
      count()
      output.append(label.span)
      output.append(Self.tab)
    }
    output.append(text)
    output.append(piece.ending)
  }

  private mutating func count() {
    for index in label.indices.reversed() {
      switch label[index] {
      case UInt8(ascii: "9"):
        label[index] = UInt8(ascii: "0")
      case UInt8(ascii: " "):
        label[index] = UInt8(ascii: "1")
        return
      default:
        label[index] += 1
        return
      }
    }
    label.insert(UInt8(ascii: "1"), at: 0)
  }
}
