import CleanseTestSupport

/// Makes mutants of samples: each of its number and the seed alone, so that one can be made again
/// without the others.
struct Mutator: Sendable {
  let samples: [Sample]
  let seed: UInt64

  /// Numbers that arithmetic on offsets stumbles over.
  private static let boundaries: [UInt64] = [
    0, 1, 3, 4, 0x7F, 0xFFF, 0x1000, 0xFFFF, 1 << 31, 0xFFFF_FFFF, 1 << 32, 1 << 40, 1 << 63,
    .max - 7, .max,
  ]

  func mutant(_ number: Int) -> Mutant {
    var generator = SeededGenerator(seed: seed &+ UInt64(number) &* 0xD134_2543_DE82_EF95)
    let sample = samples[Int.random(in: 0..<samples.count, using: &generator)]
    var bytes = sample.renamed(number)
    var operations: [String] = []
    for _ in 0..<Int.random(in: 1...4, using: &generator) where !bytes.isEmpty {
      operations.append(damage(&bytes, of: sample, using: &generator))
    }
    let stem = sample.name.hasSuffix(".so") ? String(sample.name.dropLast(3)) : sample.name
    return Mutant(
      number: number, name: "\(stem)-\(number).so", operations: operations, bytes: bytes)
  }

  /// - Returns: What was done, in words.
  private func damage(
    _ bytes: inout [UInt8], of sample: Sample, using generator: inout SeededGenerator
  ) -> String {
    let part = sample.parts[Int.random(in: 0..<sample.parts.count, using: &generator)]
    // What was cut off or shifted before may have moved the part.
    let place = min(Int.random(in: part.range, using: &generator), bytes.count - 1)
    let size = [2, 4, 8][Int.random(in: 0..<3, using: &generator)]
    let aligned = place / size * size
    let at = "at \(place) (\(part.name))"
    switch Int.random(in: 0..<24, using: &generator) {
    case 0..<4:
      let bit = UInt8.random(in: 0..<8, using: &generator)
      bytes[place] ^= 1 << bit
      return "flip bit \(bit) \(at)"
    case 4..<7:
      let value = UInt8.random(in: 0...255, using: &generator)
      bytes[place] = value
      return "set byte \(value) \(at)"
    case 7..<12:
      let value = Self.boundaries[Int.random(in: 0..<Self.boundaries.count, using: &generator)]
      Self.set(value, size, aligned, in: &bytes)
      return "set \(size) bytes to \(value), aligned \(at)"
    case 12..<16:
      // An address or a size of the file itself is more plausible than any other number.
      let source = sample.parts[Int.random(in: 0..<sample.parts.count, using: &generator)]
      let from = Int.random(in: source.range, using: &generator) / size * size
      let value = sample.bytes.dropFirst(from).prefix(size)
      Self.put(value, aligned, in: &bytes)
      return "copy \(size) bytes from \(from) (\(source.name)), aligned \(at)"
    case 16..<18:
      let count = Int.random(in: 1...256, using: &generator)
      let value: UInt8 = Bool.random(using: &generator) ? 0 : 0xFF
      Self.put(ArraySlice(repeating: value, count: count), place, in: &bytes)
      return "fill \(count) bytes with \(value) \(at)"
    case 18:
      bytes.removeLast(bytes.count - place)
      return "cut \(at)"
    case 19:
      let count = min(Int.random(in: 1...64, using: &generator), bytes.count - place)
      bytes.removeSubrange(place..<place + count)
      return "remove \(count) bytes \(at)"
    case 20:
      let count = Int.random(in: 1...64, using: &generator)
      bytes.insert(contentsOf: repeatElement(0x41, count: count), at: place)
      return "insert \(count) bytes \(at)"
    case 21:
      let other = samples[Int.random(in: 0..<samples.count, using: &generator)]
      bytes = Array(bytes[..<place] + other.bytes.dropFirst(place))
      return "go on as \(other.name) \(at)"
    default:
      let other = samples[Int.random(in: 0..<samples.count, using: &generator)]
      let source = other.parts[Int.random(in: 0..<other.parts.count, using: &generator)]
      let piece = other.bytes[source.range].prefix(Int.random(in: 1...4096, using: &generator))
      Self.put(piece, place, in: &bytes)
      return "splice \(piece.count) bytes of \(other.name) (\(source.name)) \(at)"
    }
  }

  private static func set(_ value: UInt64, _ size: Int, _ place: Int, in bytes: inout [UInt8]) {
    let digits = (0..<size).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) }
    put(digits[...], place, in: &bytes)
  }

  /// Writes over what is there; the size stays.
  private static func put(_ piece: ArraySlice<UInt8>, _ place: Int, in bytes: inout [UInt8]) {
    for (index, byte) in zip(place..<bytes.count, piece) { bytes[index] = byte }
  }
}
