/// A number of bytes, which is written as `500M` or `2G` in options, and as `512.5 MiB` in messages.
package struct ByteCount: CustomStringConvertible {
  /// The units of options, and their powers of two. (systemd.resource-control(5) has the same.)
  private static let units: KeyValuePairs = ["K": 10, "M": 20, "G": 30, "T": 40]

  package let bytes: UInt64

  package init(_ bytes: UInt64) {
    self.bytes = bytes
  }

  /// The value of an option; nil for any other text.
  package init?(_ text: String) {
    for (unit, power) in Self.units {
      for suffix in [unit, "\(unit)iB"] where text.hasSuffix(suffix) {
        let digits = text.dropLast(suffix.count)
        // `UInt64` also takes a plus sign.
        guard digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
          let number = UInt64(digits), number <= UInt64.max >> power
        else { return nil }
        bytes = number << UInt64(power)
        return
      }
    }
    return nil
  }

  package var description: String {
    let tenths = (bytes >> 20) * 10 + ((bytes & 0xF_FFFF) * 10) >> 20
    return tenths % 10 == 0 ? "\(tenths / 10) MiB" : "\(tenths / 10).\(tenths % 10) MiB"
  }
}
