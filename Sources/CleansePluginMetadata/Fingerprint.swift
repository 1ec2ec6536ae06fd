/// The 64-bit FNV-1a hash, which detects accidental differences of sources, not malicious ones.
///
/// Algorithm and constants: Fowler, Noll, Vo and Eastlake, "The FNV Non-Cryptographic Hash
/// Algorithm", IETF draft-eastlake-fnv, §2 and §5, and <http://www.isthe.com/chongo/tech/comp/fnv/>.
package struct Fingerprint: Hashable, Sendable, CustomStringConvertible {
  /// The 64-bit offset basis, then the hash of the bytes added so far.
  private var state: UInt64 = 0xcbf2_9ce4_8422_2325

  package init() {}

  /// Adds bytes to the hash.
  package mutating func combine(_ bytes: some Sequence<UInt8>) {
    for byte in bytes {
      state = (state ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
    }
  }

  /// The hash, as 16 lower-case hexadecimal digits.
  package var description: String {
    let digits = String(state, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
