@testable import CleanseC
@testable import CleansePluginCABI
import CleanseTestSupport

/// Generates signatures of all forms from random numbers.
struct RandomSignatures {
  var generator: SeededGenerator

  mutating func signature() -> CSignature {
    let type = type()
    let names = names(upTo: chance(20) ? CSignatureLimits.parameters : 6)
    return CSignature(
      function: chance(2) ? name() : nil, result: key(type), isOwned: type.isBuffer && chance(2),
      parameters: names.map { parameter(name: $0) }, throws: chance(3))
  }

  mutating func declaration() -> CDeclaration {
    let type = type()
    guard case .array = type else { return CDeclaration(key: key(type), isOptional: true) }
    return CDeclaration(key: key(type), isOptional: chance(2))
  }

  mutating func structure() -> CStructureType {
    let names = names(upTo: 8).compactMap(\.self) + ["last"]
    return CStructureType(name: "made", fields: names.map { .init(type: fieldType(), name: $0) })
  }

  mutating func key() -> CKey { key(type()) }

  private mutating func parameter(name: String?) -> CParameter {
    let type = type()
    if case .array = type, chance(4) {
      return CParameter(name: name, key: key(type), form: .throwingElements)
    }
    let form: CParameter.Form =
      switch generator.next() % 5 {
      case 0: .optional
      case 1: .provider(throws: chance(2))
      case 2: .optionalProvider(throws: chance(2))
      default: .value
      }
    let canBorrow =
      switch form {
      case .provider, .optionalProvider, .throwingElements: false
      default: type.isBuffer
      }
    return CParameter(
      name: name, key: key(type), form: form, isBorrowed: canBorrow && chance(2))
  }

  private mutating func key(_ type: CType) -> CKey {
    guard chance(2) else { return CKey(type: type, name: nil) }
    let letters = Array("abcXYZ019_.-")
    let rest = (0..<generator.next() % 30).map { _ in
      letters.randomElement(using: &generator) ?? "a"
    }
    return CKey(type: type, name: "k" + String(rest))
  }

  private mutating func type() -> CType {
    let type = chance(3) ? otherType() : scalar()
    if case .array = type { return type }
    return chance(4) ? .array(type) : type
  }

  private mutating func otherType() -> CType {
    switch generator.next() % 5 {
    case 0: .string
    case 1: .array(.uint8)
    case 2: .structure(samplePoint)
    case 3: .structure(sampleSegment)
    default: .pointer(name())
    }
  }

  private mutating func fieldType() -> CType {
    chance(4) ? .structure(chance(2) ? samplePoint : sampleSegment) : scalar()
  }

  private mutating func scalar() -> CType {
    let scalars: [CType] = [
      .bool, .int8, .int16, .int32, .int64, .uint8, .uint16, .uint32, .uint64, .float, .double,
    ]
    return scalars.randomElement(using: &generator) ?? .bool
  }

  /// Names of which no two are equal; nil for no name.
  private mutating func names(upTo limit: Int) -> [String?] {
    (0..<Int(generator.next() % UInt64(limit + 1))).map { chance(5) ? nil : "\(name())_\($0)" }
  }

  /// They include names that have a meaning elsewhere.
  private mutating func name() -> String {
    let names = ["a", "_", "throws", "width", "Z9", "counter_of_many_things", "x"]
    return names.randomElement(using: &generator) ?? "a"
  }

  private mutating func chance(_ outOf: UInt64) -> Bool { generator.next() % outOf == 0 }
}
