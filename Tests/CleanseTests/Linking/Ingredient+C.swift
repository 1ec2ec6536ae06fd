@testable import CleanseC

extension Ingredient {
  /// Declarations that only C contributors have.
  static let inC: [Ingredient] = [
    Ingredient(name: "double @width", isInC: true) {
      $0.function(CKey(.double, "width"), line: 1) { $0.yield(1.0) }
    },
    Ingredient(name: "a value @width", isInC: true) { $0.value(CKey(.double, "width"), 1.0) },
    Ingredient(name: "a contribution @width", isInC: true) {
      $0.function(CKey(.double, "width"), isContribution: true, line: 9) { $0.yield(1.0) }
    },
    Ingredient(name: "of widths", isInC: true) {
      $0.function(
        CKey(.int32, "height"),
        [.value(.double, "width"), .optional(.double, "width"), .provider(.double, "width")],
        line: 2
      ) { $0.yield(Int32(1)) }
    },
    // A declaration that has a meaning in Swift does not show that it comes from C.
    Ingredient(name: "any double @width", isInC: true) {
      $0.declare(CKey(.double, "width"), isCollection: false, at: .c(3))
      $0.value(CKey(.float), Float(1), line: 14)
    },
    Ingredient(name: "any things of C", isInC: true) {
      $0.declare(CKey(.array(.pointer("thing"))), isCollection: true, at: .c(4))
      $0.value(CKey(.float), Float(1), line: 15)
    },
    Ingredient(name: "thing *", isInC: true) {
      $0.function(CKey(.pointer("thing")), isThrowing: true, line: 5) { $0.yield(8) }
    },
    Ingredient(name: "thing * @it", isInC: true) {
      $0.value(CKey(.pointer("thing"), "it"), 8, line: 13)
    },
    Ingredient(name: "a thing * among many", isInC: true) {
      $0.function(CKey(.pointer("thing")), isContribution: true, line: 6) { $0.yield(8) }
    },
    Ingredient(name: "of thing *", isInC: true) {
      $0.function(
        CKey(.uint8),
        [
          .value(.pointer("thing")), .optional(.pointer("thing"), "it"),
          .provider(.pointer("thing"), isThrowing: true), .value(.array(.pointer("thing"))),
        ], line: 7
      ) { $0.yield(UInt8(1)) }
    },
    Ingredient(name: "destroys thing *", isInC: true) {
      $0.declare(handle: "thing", at: .c(8)) { _ in }
    },
    Ingredient(name: "a point", isInC: true) {
      $0.value(CKey(.point), FakePoint(x: 1, y: 1), line: 10)
    },
    Ingredient(name: "another point", isInC: true) {
      $0.function(CKey(.uint16), [.value(otherPoint)], line: 11) { $0.yield(UInt16(1)) }
    },
    Ingredient(name: "points", isInC: true) {
      $0.function(CKey(.uint16), [.value(.array(.point), "points")], line: 12) {
        $0.yield(UInt16(1))
      }
    },
  ]

  private static let otherPoint = CType.structure(
    CStructureType(name: "point", fields: [CStructureType.Field(type: .double, name: "x")]))
}
