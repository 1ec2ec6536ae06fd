/// A value that is in effect, and who chose it.
struct Setting<Value: Sendable>: Sendable {
  let value: Value
  let origin: SettingOrigin
}

extension Setting: Equatable where Value: Equatable {}

/// Who chose a value; each one's word counts more than that of those behind it here.
enum SettingOrigin: Hashable, Sendable {
  /// It stood on the command line.
  case arguments
  /// A variable of the environment has it.
  case environment(String)
  /// It stands in the policy file, on that line.
  case file(String, line: Int)
  /// Nobody did; it is built in.
  case standard

  /// Where one would look to change it, if that is not the command line.
  var place: String? {
    switch self {
    case .arguments, .standard: nil
    case .environment(let variable): variable
    case .file(let name, let line): "\(name):\(line)"
    }
  }
}
