import Foundation

/// What the command line says.
struct TortureOptions {
  /// Something on the command line makes no sense.
  struct Mistake: Error {
    let message: String
  }

  static let usage = """
    usage: torture --host FILE --plugins DIR --faults DIR [--minutes N] [--count N] [--seed S] [--first N]

    """

  var host = ""
  /// Sound plugins with the libraries that they need.
  var plugins = ""
  /// The fault corpus.
  var faults = ""
  var minutes: Int?
  var count: Int?
  var seed = UInt64.random(in: 0...UInt64.max)
  /// The number of the first round; with a count of one, that is repeated alone.
  var first = 0

  init(_ arguments: [String]) throws(Mistake) {
    var rest = arguments[...]
    while let name = rest.popFirst() {
      guard let value = rest.popFirst() else { throw Mistake(message: "\(name) lacks its value") }
      switch name {
      case "--host": host = Self.path(value)
      case "--plugins": plugins = Self.path(value)
      case "--faults": faults = Self.path(value)
      case "--minutes": minutes = try Self.number(value, name)
      case "--count": count = try Self.number(value, name)
      case "--seed": seed = try Self.number(value, name)
      case "--first": first = try Self.number(value, name)
      default: throw Mistake(message: "unknown option \(name)")
      }
    }
    guard ![host, plugins, faults].contains("") else {
      throw Mistake(message: "--host, --plugins and --faults are needed")
    }
  }

  /// Hosts run in other directories.
  private static func path(_ text: String) -> String {
    URL(filePath: text).standardizedFileURL.path
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
