@testable import CleansePluginCABI
import CleanseTestSupport

/// The parameters and the result of a random C function.
struct RandomCall: Sendable, CustomStringConvertible {
  let result: CLayout
  let arguments: [CLayout]

  /// - Parameter count: The number of parameters.
  init(
    parameters count: Int, structures: [CStructureLayout], using generator: inout SeededGenerator
  ) {
    result =
      Int.random(in: 0..<12, using: &generator) == 0
      ? .void : CLayout.random(structures: structures, using: &generator)
    arguments = (0..<count).map { _ in .random(structures: structures, using: &generator) }
  }

  var description: String {
    "\(result.text) (\(arguments.map(\.text).joined(separator: ", ")))"
  }
}

extension CLayout {
  /// The declaration in C, with structures in place of their names.
  var text: String {
    switch self {
    case .structure(let structure):
      "{\(structure.fields.map(\.text).joined(separator: "; "))}"
    default: "\(self)"
    }
  }

  static let scalars: [CLayout] = [
    .bool, .int8, .int16, .int32, .int64, .uint8, .uint16, .uint32, .uint64, .float, .double,
    .pointer,
  ]

  /// A scalar, or in one case of four a structure.
  static func random(
    structures: [CStructureLayout], using generator: inout SeededGenerator
  ) -> CLayout {
    if Int.random(in: 0..<4, using: &generator) == 0,
      let structure = structures.randomElement(using: &generator)
    {
      return .structure(structure)
    }
    return scalars.randomElement(using: &generator) ?? .int32
  }
}

extension CStructureLayout {
  /// Different structures, of which later ones hold earlier ones. Many are small, because those are passed
  /// in registers; many have fields of one kind only, for which some processors have other rules.
  static func random(
    count: Int, using generator: inout SeededGenerator
  ) throws -> [CStructureLayout] {
    var structures: [CStructureLayout] = []
    while structures.count < count {
      let fields = Int.random(in: 1...(Bool.random(using: &generator) ? 3 : 8), using: &generator)
      let only =
        Int.random(in: 0..<3, using: &generator) == 0
        ? CLayout.random(structures: structures, using: &generator) : nil
      let structure = try CStructureLayout(
        (0..<fields).map { _ in only ?? .random(structures: structures, using: &generator) })
      if structure.size <= 256, !structures.contains(structure) { structures.append(structure) }
    }
    return structures
  }
}
