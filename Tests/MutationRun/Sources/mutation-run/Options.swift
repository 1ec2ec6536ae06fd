/// What the command line says.
struct Options {
  /// Something on the command line makes no sense.
  struct Mistake: Error {
    let message: String
  }

  static let usage = """
    usage: mutation-run --host FILE --plugins DIR --failures DIR
                        [--inspect] [--seconds N] [--count N] [--seed S] [--first N]

    """

  var host = ""
  var plugins = ""
  /// Where the mutants are kept that the host does not cope with.
  var failures = ""
  /// Whether the host runs no code of the mutants.
  var isInspectionOnly = false
  var seconds: Int?
  var count: Int?
  var seed = UInt64.random(in: 0...UInt64.max)
  /// The number of the first mutant; with a count of one, that is repeated alone.
  var first = 0

  init(_ arguments: [String]) throws(Mistake) {
    var rest = arguments[...]
    while let name = rest.popFirst() {
      if name == "--inspect" {
        isInspectionOnly = true
        continue
      }
      guard let value = rest.popFirst() else { throw Mistake(message: "\(name) lacks its value") }
      switch name {
      case "--host": host = value
      case "--plugins": plugins = value
      case "--failures": failures = value
      case "--seconds": seconds = try Self.number(value, name)
      case "--count": count = try Self.number(value, name)
      case "--seed": seed = try Self.number(value, name)
      case "--first": first = try Self.number(value, name)
      default: throw Mistake(message: "unknown option \(name)")
      }
    }
    guard ![host, plugins, failures].contains("") else {
      throw Mistake(message: "--host, --plugins and --failures are needed")
    }
  }

  private static func number<Number: FixedWidthInteger>(
    _ text: String, _ name: String
  ) throws(Mistake) -> Number {
    guard let number = Number(text), number >= 0 else {
      throw Mistake(message: "\(name) takes a number, not `\(text)`")
    }
    return number
  }
}
