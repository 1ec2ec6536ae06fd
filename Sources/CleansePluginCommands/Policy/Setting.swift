/// An effective value and its origin.
struct Setting<Value: Sendable>: Sendable {
  let value: Value
  let origin: SettingOrigin
}

extension Setting: Equatable where Value: Equatable {}

/// The origin of a value, in order of decreasing precedence.
enum SettingOrigin: Hashable, Sendable {
  /// An option or operand on the command line.
  case arguments
  /// An environment variable with this name.
  case environment(String)
  /// A member in the policy file, on this line.
  case file(String, line: Int)
  /// The default.
  case standard

  /// The variable, or the file and line; nil for the command line and the default.
  var location: String? {
    switch self {
    case .arguments, .standard: nil
    case .environment(let variable): variable
    case .file(let name, let line): "\(name):\(line)"
    }
  }

  /// What is before a message about it.
  var prefix: String { location.map { "\($0): " } ?? "" }
}
