@testable import CleansePluginCABI
import CleanseTestSupport

/// The offset and type of a scalar within a value. The bytes between scalars are padding, which no call
/// passes.
struct ScalarField: Sendable {
  let offset: Int
  let layout: CLayout

  /// The scalars of a value in their order.
  static func all(of layout: CLayout, at offset: Int = 0) -> [ScalarField] {
    switch layout {
    case .void: []
    case .structure(let structure):
      zip(structure.fields, structure.offsets).flatMap { all(of: $0, at: offset + $1) }
    default: [ScalarField(offset: offset, layout: layout)]
    }
  }
}

extension [ScalarField] {
  /// Writes bits generated from a state, as `fill_…` of the generated C does.
  func fill(_ value: UnsafeMutableRawPointer, from state: UInt64) {
    var words = SeededGenerator(seed: state)
    for field in self { field.store(words.next(), in: value) }
  }

  /// Adds the bytes to a digest, as `digest_…` of the generated C does.
  func digest(_ value: UnsafeRawPointer, into digest: inout FowlerNollVo) {
    for field in self {
      digest.take(UnsafeRawBufferPointer(start: value + field.offset, count: field.layout.size))
    }
  }

  /// Whether two values are equal except for their padding.
  func areEqual(_ one: UnsafeRawPointer, _ other: UnsafeRawPointer) -> Bool {
    allSatisfy { field in
      (field.offset..<field.offset + field.layout.size).allSatisfy { offset in
        one.load(fromByteOffset: offset, as: UInt8.self)
          == other.load(fromByteOffset: offset, as: UInt8.self)
      }
    }
  }
}

extension ScalarField {
  /// Writes the lowest bits of a word.
  func store(_ word: UInt64, in value: UnsafeMutableRawPointer) {
    withUnsafeBytes(of: (layout == .bool ? word & 1 : word).littleEndian) { bytes in
      (value + offset).copyMemory(
        from: bytes.baseAddress ?? UnsafeRawPointer(value), byteCount: layout.size)
    }
  }
}

/// The 64-bit FNV-1a hash.
struct FowlerNollVo {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func take(_ bytes: UnsafeRawBufferPointer) {
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
  }
}
