import Cleanse

/// A mapping between a Swift type and a C pointer type, which makes them one key: Swift requests as `Value`
/// what a C plugin binds as `cName *`, and the other way round. Their collections are one key, too.
///
/// ```swift
/// enum CounterBridge: CBridge {
///   static let cName = "counter"
///   static func value(of pointer: CPointer) -> Counter { Counter(pointer) }
///   static func pointer(to counter: Counter) -> CPointer { counter.pointer }
/// }
/// binder.bridge(CounterBridge.self)
/// ```
public protocol CBridge: SendableMetatype {
  /// The Swift type.
  associatedtype Value

  /// The C name of the pointer type, without the asterisk.
  static var cName: String { get }

  /// Returns the Swift value for a pointer that a C function returned. The value keeps the pointer for as
  /// long as it uses the target.
  static func value(of pointer: CPointer) throws -> Value

  /// Returns the pointer to pass to a C function that requests the value.
  static func pointer(to value: Value) throws -> CPointer
}

extension CBridge {
  /// Throws: a bridge that does not implement this only works from C to Swift.
  public static func pointer(to value: Value) throws -> CPointer {
    throw CBridgeError("a Swift value can't be passed to C as `\(cName) *`")
  }
}

/// The error of a value that can't be converted between C and Swift.
public struct CBridgeError: Error, Hashable, CustomStringConvertible {
  /// The reason, on one line.
  public let description: String

  /// Creates an error with a reason.
  public init(_ description: String) {
    self.description = description
  }
}

/// The failure of a C function: the error that it reported, or a result or argument that could not be
/// converted.
public struct CFunctionError: Error, Hashable, CustomStringConvertible {
  /// The name of the function in its signature; nil when the signature has none.
  public let function: String?
  /// The identifier of the plugin that registered it.
  public let origin: String?
  /// The message of the function, or of the conversion.
  public let message: String

  /// The function, its plugin and the message, in one line.
  public var description: String {
    let name = function.map { "the C function \($0)" } ?? "a C function"
    return name + (origin.map { " of \($0)" } ?? "") + ": \(message)"
  }
}

extension Binder {
  /// Makes the bridge's Swift type and C type one key, in everything that is recorded together. Installing
  /// a bridge again does nothing.
  public func bridge<B: CBridge>(
    _ bridge: B.Type,
    file: StaticString = #fileID, line: Int = #line
  ) {
    recorder.bridge(
      RecordedBridge(
        type: bridge, location: RecordedLocation(file: file, line: line),
        provenance: recorder.provenance))
  }
}

/// A recorded bridge, with its location and provenance.
struct RecordedBridge: Sendable {
  let type: any CBridge.Type
  let location: RecordedLocation
  let provenance: Provenance
}

/// The destructor of a pointer type's targets, as a plugin declared it.
@safe package struct RecordedDestructor: Sendable {
  package let name: String
  package let destroy: @Sendable (UnsafeMutableRawPointer) -> Void
  let location: RecordedLocation
  let provenance: Provenance
}
