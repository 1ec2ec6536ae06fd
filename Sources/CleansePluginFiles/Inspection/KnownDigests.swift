import CleanseCrypto

/// The digests of files that an earlier run has computed, by the stamps of the files.
///
/// To compute them takes a third of an inspection. A stamp is that of the same contents as long as it is settled: then each
/// change results in another one (``FileStamp/isSettled(at:)``).
package struct KnownDigests: Hashable, Sendable {
  private var digests: [FileStamp: ContentDigest] = [:]

  /// No digests.
  package init() {}

  /// The digests that inspections have computed, of the files whose stamps were settled.
  package init(of inspections: [PluginInspection]) {
    for inspection in inspections where inspection.isSettled {
      if let stamp = inspection.fileStamp { digests[stamp] = inspection.knownDigest }
    }
  }

  /// - Parameter stamp: A settled stamp.
  func digest(_ stamp: FileStamp) -> ContentDigest? { digests[stamp] }
}

// Five numbers of 64 bits, the most significant byte first, and the digest, for each file.
extension KnownDigests {
  private static let recordSize = 5 * 8 + ContentDigest.count

  /// Reads what ``bytes`` has written; nothing from anything else.
  package init(bytes: [UInt8]) {
    guard bytes.count % Self.recordSize == 0 else { return }
    for start in stride(from: 0, to: bytes.count, by: Self.recordSize) {
      let numbers = (0..<5).map { number in
        bytes[(start + 8 * number)..<(start + 8 * number + 8)].reduce(0 as UInt64) {
          $0 << 8 | UInt64($1)
        }
      }
      let digest = ContentDigest(bytes: Array(bytes[(start + 40)..<(start + Self.recordSize)]))
      digests[FileStamp(numbers)] = digest
    }
  }

  package var bytes: [UInt8] {
    let records = digests.map { stamp, digest in
      stamp.numbers.flatMap { number in
        stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> $0) }
      } + digest.bytes
    }
    return records.sorted { $0.lexicographicallyPrecedes($1) }.flatMap(\.self)
  }
}

extension FileStamp {
  fileprivate var numbers: [UInt64] {
    [device, inode, size, UInt64(bitPattern: modified), UInt64(bitPattern: changed)]
  }

  /// - Precondition: There are five.
  fileprivate init(_ numbers: [UInt64]) {
    (device, inode, size) = (numbers[0], numbers[1], numbers[2])
    (modified, changed) = (Int64(bitPattern: numbers[3]), Int64(bitPattern: numbers[4]))
  }
}
