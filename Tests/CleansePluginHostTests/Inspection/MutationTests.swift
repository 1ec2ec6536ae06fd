import ElfImages
@testable import CleansePluginFiles
import CleanseGraph
import CleanseTestSupport
import Testing

@Suite("Damaged files")
struct MutationTests {
  /// Numbers at which arithmetic on offsets fails.
  private static let boundaries: [UInt64] = [
    0, 1, 3, 4, 0x7F, 0xFFFF, 1 << 31, 0xFFFF_FFFF, 1 << 32, 1 << 40, 1 << 63, .max - 7, .max,
  ]

  /// The findings about a file that is used.
  private static let concerns: Set = [
    "plugin/executable-stack", "plugin/text-relocations", "plugin/interposed-symbol",
  ]

  @Test("the inspection of a plugin with any damage has an outcome", .timeLimit(.minutes(5)))
  func mutations() throws {
    let scratch = try TemporaryDirectory()
    var generator = SeededGenerator.announced("damaged files")
    var images: [[UInt8]] = []
    for hashTable in [ElfImage.HashTable.gnu, .systemV] {
      var image = try samplePlugin()
      image.hashTable = hashTable
      images.append(image.bytes)
    }
    var rejected = 0
    for round in 0..<6000 {
      let bytes = Self.mutated(images[round % images.count], using: &generator)
      let inspection = try inspect(bytes, in: scratch)
      let isRejected =
        if case .rejected = inspection.outcome { true } else { false }
      #expect(isRejected == inspection.diagnostics.contains { $0.severity == .error })
      // Damage can also set what the dynamic linker follows without an error. Any other finding rejects the file.
      if !isRejected {
        #expect(Self.concerns.isSuperset(of: inspection.codes), "\(inspection.report)")
      }
      rejected += isRejected ? 1 : 0
    }
    // Most damage hits a structure that is checked; if none did, the test would check nothing.
    #expect(rejected > 1000)
  }

  @Test("a plugin cut off anywhere is never usable")
  func everyPrefix() throws {
    let scratch = try TemporaryDirectory()
    let bytes = try samplePlugin().bytes
    for count in 0..<bytes.count {
      let inspection = try inspect(Array(bytes[..<count]), in: scratch)
      #expect(inspection.usable == nil, "cut to \(count) of \(bytes.count) bytes")
    }
  }

  private static func mutated(
    _ image: [UInt8], using generator: inout SeededGenerator
  ) -> [UInt8] {
    var bytes = image
    for _ in 0..<Int.random(in: 1...4, using: &generator) {
      guard !bytes.isEmpty else { break }
      let offset = bytes.indices.randomElement(using: &generator) ?? 0
      switch Int.random(in: 0..<6, using: &generator) {
      case 0: bytes[offset] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
      case 1: bytes[offset] = UInt8.random(in: 0...255, using: &generator)
      case 2: bytes.removeLast(bytes.count - offset)
      case 3:
        let other = image.indices.randomElement(using: &generator) ?? 0
        let piece = image[other...].prefix(Int.random(in: 1...64, using: &generator))
        bytes.replaceSubrange(offset..<min(offset + piece.count, bytes.count), with: piece)
      case 4: bytes.remove(at: offset)
      default:
        // An aligned number, as all numbers of the format are.
        let value = boundaries.randomElement(using: &generator) ?? 0
        let size = [2, 4, 8].randomElement(using: &generator) ?? 8
        let start = offset / size * size
        for index in 0..<size where start + index < bytes.count {
          bytes[start + index] = UInt8(truncatingIfNeeded: value >> UInt64(8 * index))
        }
      }
    }
    return bytes
  }
}
