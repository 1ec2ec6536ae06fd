import CleanseTestSupport

/// Creates mutants of samples: each from its number and the seed only, so that one can be created again
/// without the others.
struct Mutator: Sendable {
  let samples: [Sample]
  let seed: UInt64

  /// Numbers at which arithmetic on offsets tends to fail.
  private static let boundaries: [UInt64] = [
    0, 1, 3, 4, 0x7F, 0xFFF, 0x1000, 0xFFFF, 1 << 31, 0xFFFF_FFFF, 1 << 32, 1 << 40, 1 << 63,
    .max - 7, .max,
  ]

  func mutant(_ number: Int) -> Mutant {
    var generator = SeededGenerator(seed: seed &+ UInt64(number) &* 0xD134_2543_DE82_EF95)
    let sample = samples[Int.random(in: 0..<samples.count, using: &generator)]
    var bytes = sample.renamed(number)
    var operations: [Operation] = []
    // With a single change, the cause of a result is known.
    let count = Int.random(in: 0..<2, using: &generator) == 0 ? 1 : 4
    for _ in 0..<Int.random(in: 1...count, using: &generator) where !bytes.isEmpty {
      operations.append(
        Int.random(in: 0..<3, using: &generator) > 0
          ? damageTable(&bytes, of: sample, number, using: &generator)
          : damage(&bytes, of: sample, number, using: &generator))
    }
    let stem = sample.name.hasSuffix(".so") ? String(sample.name.dropLast(3)) : sample.name
    return Mutant(
      number: number, name: "\(stem)-\(number).so", sample: sample.name,
      operations: operations.map(\.words),
      kind: operations.count == 1 ? operations[0].kind : "several", bytes: bytes)
  }

  /// A change to a file.
  private struct Operation {
    let words: String
    /// The kind of change and the changed part, without the numbers.
    let kind: String

    init(_ words: String, _ kind: String, _ part: String) {
      self.words = words
      self.kind = "\(kind) \(part)"
    }
  }

  /// Sets a field of a table to a boundary value, or copies the table of another plugin over it.
  private func damageTable(
    _ bytes: inout [UInt8], of sample: Sample, _ number: Int,
    using generator: inout SeededGenerator
  ) -> Operation {
    guard !sample.tables.isEmpty else {
      return damage(&bytes, of: sample, number, using: &generator)
    }
    let table = sample.tables[Int.random(in: 0..<sample.tables.count, using: &generator)]
    if Int.random(in: 0..<12, using: &generator) == 0 {
      let other = samples[Int.random(in: 0..<samples.count, using: &generator)]
      let piece =
        other.tables.first { $0.name == table.name }
        .map { other.renamed(number)[$0.range].prefix(table.range.count) } ?? []
      Self.put(piece, table.range.lowerBound, in: &bytes)
      return Operation("copy \(table.name) of \(other.name)", "copy", table.name)
    }
    let entry = Int.random(in: 0..<table.count, using: &generator)
    let field = table.fields[Int.random(in: 0..<table.fields.count, using: &generator)]
    let offset = table.range.lowerBound + entry * table.entrySize + field.offset
    let value = edge(field, of: table, at: offset, in: sample, using: &generator)
    Self.set(value, field.size, offset, in: &bytes)
    return Operation(
      "set \(field.name) of entry \(entry) of \(table.name) to \(value)", "set \(field.name) of",
      table.name)
  }

  /// A value that a reader may not expect in a field: one beyond the contents, at the end of a range, or
  /// that of another field.
  private func edge(
    _ field: SampleTable.Field, of table: SampleTable, at offset: Int, in sample: Sample,
    using generator: inout SeededGenerator
  ) -> UInt64 {
    let old = Self.number(field.size, at: offset, in: sample.bytes)
    let (bits, size) = (UInt64(8 * field.size), UInt64(sample.bytes.count))
    let entry = Int.random(in: 0..<table.count, using: &generator)
    let other = Self.number(
      field.size, at: table.range.lowerBound + entry * table.entrySize + field.offset,
      in: sample.bytes)
    let part = sample.parts[Int.random(in: 0..<sample.parts.count, using: &generator)].range
    let candidates: [UInt64] = [
      0, 1, .max, .max - 1, old &+ 1, old &- 1, old &* 2, ~old, old ^ (1 << (bits - 1)),
      old ^ (1 << UInt64.random(in: 0..<bits, using: &generator)), 1 << (bits - 1),
      (1 << (bits - 1)) - 1, size, size - 1, size &+ 1, other, other &+ 1, other &- 1,
      UInt64(part.lowerBound), UInt64(part.upperBound), UInt64(part.upperBound) &- 1,
      UInt64(part.count), UInt64(part.count) &- 1, UInt64(part.count) &+ 1, UInt64(table.count),
      UInt64(table.count) &+ 1, Self.boundaries[Int(old % UInt64(Self.boundaries.count))],
    ]
    return candidates[Int.random(in: 0..<candidates.count, using: &generator)]
  }

  private static func number(_ size: Int, at offset: Int, in bytes: [UInt8]) -> UInt64 {
    bytes.dropFirst(offset).prefix(size).reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Damages bytes at any offset, in a table or not.
  private func damage(
    _ bytes: inout [UInt8], of sample: Sample, _ number: Int,
    using generator: inout SeededGenerator
  ) -> Operation {
    let part = sample.parts[Int.random(in: 0..<sample.parts.count, using: &generator)]
    // An earlier truncation or shift may have moved the part.
    let offset = min(Int.random(in: part.range, using: &generator), bytes.count - 1)
    let size = [2, 4, 8][Int.random(in: 0..<3, using: &generator)]
    let aligned = offset / size * size
    let at = "at \(offset) (\(part.name))"
    switch Int.random(in: 0..<24, using: &generator) {
    case 0..<4:
      let bit = UInt8.random(in: 0..<8, using: &generator)
      bytes[offset] ^= 1 << bit
      return Operation("flip bit \(bit) \(at)", "flip", part.name)
    case 4..<7:
      let value = UInt8.random(in: 0...255, using: &generator)
      bytes[offset] = value
      return Operation("set byte \(value) \(at)", "set byte", part.name)
    case 7..<12:
      let value = Self.boundaries[Int.random(in: 0..<Self.boundaries.count, using: &generator)]
      Self.set(value, size, aligned, in: &bytes)
      return Operation("set \(size) bytes to \(value), aligned \(at)", "set", part.name)
    case 12..<16:
      // An address or a size of the file itself is more plausible than any other number.
      let source = sample.parts[Int.random(in: 0..<sample.parts.count, using: &generator)]
      let from = Int.random(in: source.range, using: &generator) / size * size
      let value = sample.bytes.dropFirst(from).prefix(size)
      Self.put(value, aligned, in: &bytes)
      return Operation(
        "copy \(size) bytes from \(from) (\(source.name)), aligned \(at)", "copy", part.name)
    case 16..<18:
      let count = Int.random(in: 1...256, using: &generator)
      let value: UInt8 = Bool.random(using: &generator) ? 0 : 0xFF
      Self.put(ArraySlice(repeating: value, count: count), offset, in: &bytes)
      return Operation("fill \(count) bytes with \(value) \(at)", "fill", part.name)
    case 18:
      bytes.removeLast(bytes.count - offset)
      return Operation("cut \(at)", "cut", part.name)
    case 19:
      let count = min(Int.random(in: 1...64, using: &generator), bytes.count - offset)
      bytes.removeSubrange(offset..<offset + count)
      return Operation("remove \(count) bytes \(at)", "remove", part.name)
    case 20:
      let count = Int.random(in: 1...64, using: &generator)
      bytes.insert(contentsOf: repeatElement(0x41, count: count), at: offset)
      return Operation("insert \(count) bytes \(at)", "insert", part.name)
    case 21:
      let other = samples[Int.random(in: 0..<samples.count, using: &generator)]
      bytes = Array(bytes[..<offset] + other.renamed(number).dropFirst(offset))
      return Operation("continue as \(other.name) \(at)", "continue", part.name)
    default:
      let other = samples[Int.random(in: 0..<samples.count, using: &generator)]
      let source = other.parts[Int.random(in: 0..<other.parts.count, using: &generator)]
      let piece = other.renamed(number)[source.range].prefix(
        Int.random(in: 1...4096, using: &generator))
      Self.put(piece, offset, in: &bytes)
      return Operation(
        "splice \(piece.count) bytes of \(other.name) (\(source.name)) \(at)", "splice", part.name)
    }
  }

  private static func set(_ value: UInt64, _ size: Int, _ offset: Int, in bytes: inout [UInt8]) {
    let digits = (0..<size).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) }
    put(digits[...], offset, in: &bytes)
  }

  /// Overwrites bytes without changing the size. Bytes that were cut off before are not restored.
  private static func put(_ piece: ArraySlice<UInt8>, _ offset: Int, in bytes: inout [UInt8]) {
    for (index, byte) in zip(min(offset, bytes.count)..<bytes.count, piece) { bytes[index] = byte }
  }
}
