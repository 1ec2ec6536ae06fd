import CleanseC
import CleansePluginMetadata

extension OptionType {
  /// Whether the C type can hold every value of the option.
  func fits(_ type: CType) -> Bool {
    switch (self, type) {
    case (.bool, .bool), (.double, .double), (.string, .string), (.choice, .string): true
    case (.int(let range), _):
      type.integers.map { $0.contains(range.lowerBound) && $0.contains(range.upperBound) } ?? false
    case (.socket, .int32): true
    case (.list(let element), .array(let type)): element.fits(type)
    default: false
    }
  }

  /// A C type for the values of the option: for integers, the smallest one that is common.
  var inC: CType {
    switch self {
    case .bool: .bool
    case .int: fits(.int32) ? .int32 : .int64
    case .socket: .int32
    case .double: .double
    case .string, .choice: .string
    case .list(let element): .array(element.inC)
    }
  }
}

extension OptionValue {
  /// The value as the Swift type that a C type is converted to; nil if the type can't hold it.
  func inC(as type: CType) -> (any Sendable)? {
    let (element, isList) =
      if case .array(let element) = type { (element, true) } else { (type, false) }
    return switch element {
    case .bool: value(isList) { if case .bool(let value) = $0 { value } else { nil } }
    case .int8: integer(Int8.self, isList)
    case .int16: integer(Int16.self, isList)
    case .int32: integer(Int32.self, isList)
    case .int64: integer(Int64.self, isList)
    case .uint8: integer(UInt8.self, isList)
    case .uint16: integer(UInt16.self, isList)
    case .uint32: integer(UInt32.self, isList)
    case .uint64: integer(UInt64.self, isList)
    case .double:
      value(isList) {
        switch $0 {
        case .double(let value): value
        case .int(let value): Double(value)
        default: nil
        }
      }
    case .string: value(isList) { if case .string(let value) = $0 { value } else { nil } }
    case .float, .structure, .pointer, .array: nil
    }
  }

  private func integer<Number: FixedWidthInteger & Sendable>(
    _ type: Number.Type, _ isList: Bool
  ) -> (any Sendable)? {
    value(isList) { if case .int(let value) = $0 { Number(exactly: value) } else { nil } }
  }

  private func value<Value: Sendable>(
    _ isList: Bool, _ convert: (OptionValue) -> Value?
  ) -> (any Sendable)? {
    guard isList else { return convert(self) }
    guard case .list(let elements) = self else { return nil }
    let values = elements.compactMap(convert)
    return values.count == elements.count ? values : nil
  }
}

extension CType {
  /// The numbers of an integer type, as far as an `Int` can hold them; nil for another type.
  fileprivate var integers: ClosedRange<Int>? {
    switch self {
    case .int8: Int(Int8.min)...Int(Int8.max)
    case .int16: Int(Int16.min)...Int(Int16.max)
    case .int32: Int(Int32.min)...Int(Int32.max)
    case .int64: Int.min...Int.max
    case .uint8: 0...Int(UInt8.max)
    case .uint16: 0...Int(UInt16.max)
    case .uint32: 0...Int(UInt32.max)
    case .uint64: 0...Int.max
    default: nil
    }
  }
}
