/// An index in a graph. Those of bindings, components and requests are types of their own, so that none is used in place
/// of another.
public protocol GraphIndex: Hashable, Strideable, Sendable, Codable, CustomStringConvertible
where Stride == Int {
  /// Creates the index with this number. A number that no graph can have, such as a negative one, results in an index
  /// that is in no graph.
  init(_ number: Int)

  /// The number of the index, from zero.
  var number: Int { get }
}

extension GraphIndex {
  /// Whether the numbers are equal.
  @inlinable public static func == (left: Self, right: Self) -> Bool { left.number == right.number }

  /// Orders indices by their numbers.
  @inlinable public static func < (left: Self, right: Self) -> Bool { left.number < right.number }

  /// The number, as text.
  public var description: String { number.description }

  /// The difference of the numbers.
  @inlinable public func distance(to other: Self) -> Int { other.number - number }

  /// The index with a number that is larger by `count`.
  @inlinable public func advanced(by count: Int) -> Self { Self(number + count) }

  /// Reads the index as a plain number.
  ///
  /// - Throws: A `DecodingError`, also for a number that no graph can have.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let number = try container.decode(Int.self)
    self.init(number)
    guard self.number == number else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "\(number) is not an index")
    }
  }

  /// Writes the index as a plain number.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(number)
  }
}

// Frozen, and with 32 bits: a binding has two of them, and graphs have many bindings. What reads them is inlinable: after
// an opaque call for the index of an element, the compiler copies the whole element.

/// The index of a binding in ``BindingGraph/bindings``.
@frozen public struct BindingIndex: GraphIndex {
  @usableFromInline let index: UInt32

  /// Creates the index with this number.
  public init(_ number: Int) {
    index = UInt32(exactly: number) ?? .max
  }

  /// The number of the index, from zero.
  @inlinable public var number: Int { Int(index) }
}

/// The index of a component in ``BindingGraph/components``.
@frozen public struct ComponentIndex: GraphIndex {
  @usableFromInline let index: UInt32

  /// Creates the index with this number.
  public init(_ number: Int) {
    index = UInt32(exactly: number) ?? .max
  }

  /// The number of the index, from zero.
  @inlinable public var number: Int { Int(index) }

  /// The root component.
  public static var root: ComponentIndex { ComponentIndex(0) }
}

/// The index of a request in ``Binding/requests``.
@frozen public struct RequestIndex: GraphIndex {
  @usableFromInline let index: UInt32

  /// Creates the index with this number.
  public init(_ number: Int) {
    index = UInt32(exactly: number) ?? .max
  }

  /// The number of the index, from zero.
  @inlinable public var number: Int { Int(index) }
}

extension Array where Element == Binding {
  package subscript(index: BindingIndex) -> Binding {
    @inline(__always) get { self[index.number] }
    @inline(__always) _modify { yield &self[index.number] }
  }
}

extension Array where Element == BindingGraph.Component {
  package subscript(index: ComponentIndex) -> BindingGraph.Component {
    @inline(__always) get { self[index.number] }
    @inline(__always) _modify { yield &self[index.number] }
  }
}

extension Array where Element == Request {
  package subscript(index: RequestIndex) -> Request {
    @inline(__always) get { self[index.number] }
    @inline(__always) _modify { yield &self[index.number] }
  }
}
