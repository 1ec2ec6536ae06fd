/// The 64-bit FNV-1a hash, which tells sources apart that differ by mistake, not by malice.
///
/// Algorithm and constants: Fowler, Noll, Vo and Eastlake, "The FNV Non-Cryptographic Hash
/// Algorithm", IETF draft-eastlake-fnv, §2 and §5, and <http://www.isthe.com/chongo/tech/comp/fnv/>.
package struct Fingerprint: Hashable, Sendable, CustomStringConvertible {
  /// The offset basis of 64 bits, then the hash of what was taken in so far.
  private var state: UInt64 = 0xcbf2_9ce4_8422_2325

  package init() {}

  /// Takes in more bytes.
  package mutating func combine(_ bytes: some Sequence<UInt8>) {
    for byte in bytes {
      state = (state ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
    }
  }

  /// 16 hexadecimal digits in lower case.
  package var description: String {
    let digits = String(state, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
