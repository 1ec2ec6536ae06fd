@testable import CleanseC

extension Ingredient {
  /// What only contributors in C declare.
  static let ofC: [Ingredient] = [
    Ingredient(name: "double @width", isOfC: true) {
      $0.function(CKey(.double, "width"), line: 1) { $0.yield(1.0) }
    },
    Ingredient(name: "a value @width", isOfC: true) { $0.value(CKey(.double, "width"), 1.0) },
    Ingredient(name: "a contribution @width", isOfC: true) {
      $0.function(CKey(.double, "width"), isContribution: true, line: 9) { $0.yield(1.0) }
    },
    Ingredient(name: "of widths", isOfC: true) {
      $0.function(
        CKey(.int32, "height"),
        [.value(.double, "width"), .optional(.double, "width"), .provider(.double, "width")],
        line: 2
      ) { $0.yield(Int32(1)) }
    },
    // A declaration that has got its meaning in Swift does not tell that it is of C.
    Ingredient(name: "any double @width", isOfC: true) {
      $0.declare(CKey(.double, "width"), isCollection: false, at: .c(3))
      $0.value(CKey(.float), Float(1), line: 14)
    },
    Ingredient(name: "any things of C", isOfC: true) {
      $0.declare(CKey(.array(.pointer("thing"))), isCollection: true, at: .c(4))
      $0.value(CKey(.float), Float(1), line: 15)
    },
    Ingredient(name: "thing *", isOfC: true) {
      $0.function(CKey(.pointer("thing")), isThrowing: true, line: 5) { $0.yield(8) }
    },
    Ingredient(name: "thing * @it", isOfC: true) {
      $0.value(CKey(.pointer("thing"), "it"), 8, line: 13)
    },
    Ingredient(name: "a thing * among many", isOfC: true) {
      $0.function(CKey(.pointer("thing")), isContribution: true, line: 6) { $0.yield(8) }
    },
    Ingredient(name: "of thing *", isOfC: true) {
      $0.function(
        CKey(.uint8),
        [
          .value(.pointer("thing")), .optional(.pointer("thing"), "it"),
          .provider(.pointer("thing"), isThrowing: true), .value(.array(.pointer("thing"))),
        ], line: 7
      ) { $0.yield(UInt8(1)) }
    },
    Ingredient(name: "destroys thing *", isOfC: true) {
      $0.declare(handle: "thing", at: .c(8)) { _ in }
    },
    Ingredient(name: "a point", isOfC: true) {
      $0.value(CKey(.point), FakePoint(x: 1, y: 1), line: 10)
    },
    Ingredient(name: "another point", isOfC: true) {
      $0.function(CKey(.uint16), [.value(otherPoint)], line: 11) { $0.yield(UInt16(1)) }
    },
    Ingredient(name: "points", isOfC: true) {
      $0.function(CKey(.uint16), [.value(.array(.point), "points")], line: 12) {
        $0.yield(UInt16(1))
      }
    },
  ]

  private static let otherPoint = CType.structure(
    CStructureType(name: "point", fields: [CStructureType.Field(type: .double, name: "x")]))
}
