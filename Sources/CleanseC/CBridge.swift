import Cleanse

/// Makes a Swift type and a pointer type of C one key: what C binds as `cName *`, Swift asks for as
/// `Value`, and the other way round. Collections of both are one as well.
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

  /// The name of the pointer type in C, without the asterisk.
  static var cName: String { get }

  /// The Swift value of what a C function made. The value keeps the pointer for as long as it uses
  /// the target.
  static func value(of pointer: CPointer) throws -> Value

  /// The pointer to hand to a C function that asks for the value.
  static func pointer(to value: Value) throws -> CPointer
}

extension CBridge {
  /// Refuses: a bridge that leaves this out works from C to Swift alone.
  public static func pointer(to value: Value) throws -> CPointer {
    throw CBridgeError("a value of Swift can't be handed to C as `\(cName) *`")
  }
}

/// A value can't cross between C and Swift.
public struct CBridgeError: Error, Hashable, CustomStringConvertible {
  /// Why, in one line.
  public var description: String

  /// An error that tells why.
  public init(_ description: String) {
    self.description = description
  }
}

/// What a function of C reported when it failed, or what kept its result or what it asked for from
/// crossing.
public struct CFunctionError: Error, Hashable, CustomStringConvertible {
  /// The function, as its signature calls it; nothing when that has no name.
  public var function: String?
  /// Who registered it: the identifier of a plugin.
  public var origin: String?
  /// What it reported.
  public var message: String

  /// The function, its plugin and the message, in one line.
  public var description: String {
    let name = function.map { "the C function \($0)" } ?? "a C function"
    return name + (origin.map { " of \($0)" } ?? "") + ": \(message)"
  }
}

extension Binder {
  /// Makes the bridge's Swift type and C type one key, for everything that is recorded together. Doing
  /// so again does nothing.
  public func bridge<B: CBridge>(
    _ bridge: B.Type,
    file: StaticString = #fileID, path: StaticString = #filePath, line: Int = #line
  ) {
    recorder.bridge(
      RecordedBridge(
        type: bridge, location: RecordedLocation(file: file, path: path, line: line),
        provenance: recorder.provenance))
  }
}

/// A bridge as it was recorded.
struct RecordedBridge: Sendable {
  let type: any CBridge.Type
  let location: RecordedLocation
  let provenance: Provenance
}

/// How the target of a pointer type is destroyed, as a plugin declared it.
@safe package struct RecordedDestructor: Sendable {
  package let name: String
  package let destroy: @Sendable (UnsafeMutableRawPointer) -> Void
  let location: RecordedLocation
  let provenance: Provenance
}
