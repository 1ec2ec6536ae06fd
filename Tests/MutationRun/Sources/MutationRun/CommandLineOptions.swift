/// The options of a test program, each `--name value` or a flag.
public struct CommandLineOptions: Sendable {
  /// The error thrown for a command line that does not match the usage.
  public struct Mistake: Error, Equatable {
    public let message: String

    init(_ message: String) {
      self.message = message
    }
  }

  private var values: [String: String] = [:]
  private var flags: Set<String> = []

  /// - Parameters:
  ///   - arguments: The arguments without the name of the program.
  ///   - names: The options that take a value; the last value of an option applies.
  ///   - flagNames: The options that take no value.
  public init(
    _ arguments: [String], names: Set<String>, flags flagNames: Set<String> = []
  ) throws(Mistake) {
    var rest = arguments[...]
    while let name = rest.popFirst() {
      if flagNames.contains(name) {
        flags.insert(name)
        continue
      }
      guard names.contains(name) else { throw Mistake("unknown option \(name)") }
      guard let value = rest.popFirst() else { throw Mistake("\(name) lacks its value") }
      values[name] = value
    }
  }

  public func has(_ flag: String) -> Bool { flags.contains(flag) }

  public func required(_ name: String) throws(Mistake) -> String {
    guard let value = values[name], !value.isEmpty else { throw Mistake("\(name) is required") }
    return value
  }

  /// - Returns: Nil if the command line lacks the option.
  /// - Throws: If the value is not a number, is negative or is too large.
  public func number<Number: FixedWidthInteger>(_ name: String) throws(Mistake) -> Number? {
    guard let text = values[name] else { return nil }
    guard let number = Number(text), number >= 0 else {
      throw Mistake("\(name) takes a number, not `\(text)`")
    }
    return number
  }
}
