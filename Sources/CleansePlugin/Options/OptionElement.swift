package import CleansePluginMetadata

/// A Swift type of the values of options: `Bool`, `Int`, `Double`, `String`, an enumeration with values of type
/// `String`, or an array of one of these.
public protocol OptionElement: Sendable {
  /// Converts a value of an option; nil for a value of another type.
  init?(option: OptionContent)
}

/// The value of an option, as the host passes it to the plugin.
public struct OptionContent: Sendable {
  package let value: OptionValue

  package init(_ value: OptionValue) {
    self.value = value
  }
}

extension Bool: OptionElement {
  /// Converts the value of a `bool`.
  public init?(option: OptionContent) {
    guard case .bool(let value) = option.value else { return nil }
    self = value
  }
}

extension Int: OptionElement {
  /// Converts the value of an `int`.
  public init?(option: OptionContent) {
    guard case .int(let value) = option.value else { return nil }
    self = value
  }
}

extension Double: OptionElement {
  /// Converts the value of a `double`.
  public init?(option: OptionContent) {
    switch option.value {
    case .double(let value): self = value
    // JSON does not distinguish 2.0 from 2.
    case .int(let value): self = Double(value)
    default: return nil
    }
  }
}

extension String: OptionElement {
  /// Converts the value of a `string`.
  public init?(option: OptionContent) {
    guard case .string(let value) = option.value else { return nil }
    self = value
  }
}

extension Array: OptionElement where Element: OptionElement {
  /// Converts the value of a list.
  public init?(option: OptionContent) {
    guard case .list(let values) = option.value else { return nil }
    let elements = values.compactMap { Element(option: OptionContent($0)) }
    guard elements.count == values.count else { return nil }
    self = elements
  }
}

extension OptionElement where Self: RawRepresentable, RawValue == String {
  /// Converts the value of an `enum`.
  public init?(option: OptionContent) {
    guard case .string(let value) = option.value else { return nil }
    self.init(rawValue: value)
  }
}
