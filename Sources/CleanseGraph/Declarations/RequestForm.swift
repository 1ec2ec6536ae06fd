/// The form in which a factory requests a value of type `T`.
///
/// A form consists of parts, each of which wraps what the next one yields: `Provider<T?>` is a provider of an optional,
/// and `Provider<T>?` an optional provider. A request for `T` itself has no parts.
// Frozen: each request of a graph has a form, which is compared often.
@frozen public struct RequestForm: Hashable, Sendable {
  /// A part of a form.
  public enum Part: Hashable, Sendable {
    /// `Provider<T>` or `TaggedProvider<Tag>`
    case provider
    /// `ThrowingProvider<T>` or `TaggedThrowingProvider<Tag>`: the requester handles an error.
    case throwingProvider
    /// `AsyncProvider<T>` or `TaggedAsyncProvider<Tag>`: the requester awaits the value.
    case asyncProvider
    /// `() -> T`
    case function
    /// `T?`, which is nil if `T` is declared as an optional and has no binding.
    case optional
    /// `WeakProvider<T>`: it neither makes an instance nor keeps one alive.
    case weakProvider
    /// A collection whose contributions are each requested in the form of the parts that follow, such as
    /// `[Provider<Element>]` for the collection `[Element]`.
    case elements

    static let all = (1...15).compactMap(Part.init(digit:))

    init?(digit: UInt16) {
      switch digit {
      case 1: self = .provider
      case 2: self = .throwingProvider
      case 3: self = .asyncProvider
      case 4: self = .function
      case 5: self = .optional
      case 6: self = .weakProvider
      case 7: self = .elements
      default: return nil
      }
    }

    var digit: UInt16 {
      switch self {
      case .provider: 1
      case .throwingProvider: 2
      case .asyncProvider: 3
      case .function: 4
      case .optional: 5
      case .weakProvider: 6
      case .elements: 7
      }
    }
  }

  /// One hexadecimal digit for each part, the lowest for the outermost.
  @usableFromInline let digits: UInt16

  @inlinable init(digits: UInt16) {
    self.digits = digits
  }

  private init(_ part: Part) {
    digits = part.digit
  }

  /// Whether two forms have the same parts.
  @inlinable public static func == (left: Self, right: Self) -> Bool { left.digits == right.digits }

  /// Hashes the parts.
  @inlinable public func hash(into hasher: inout Hasher) { hasher.combine(digits) }
}

extension RequestForm {
  /// `T`
  @inlinable public static var instance: Self { Self(digits: 0) }
  /// `Provider<T>` or `TaggedProvider<Tag>`
  public static var provider: Self { Self(.provider) }
  /// `ThrowingProvider<T>` or `TaggedThrowingProvider<Tag>`: the requester handles an error.
  public static var throwingProvider: Self { Self(.throwingProvider) }
  /// `AsyncProvider<T>` or `TaggedAsyncProvider<Tag>`: the requester awaits the value.
  public static var asyncProvider: Self { Self(.asyncProvider) }
  /// `() -> T`
  public static var function: Self { Self(.function) }
  /// `T?`
  public static var optional: Self { Self(.optional) }
  /// `WeakProvider<T>`: it neither makes an instance nor keeps one alive.
  public static var weakProvider: Self { Self(.weakProvider) }
  /// `[ThrowingProvider<Element>]`, where `T` is `[Element]`: a contribution that fails does not affect the others.
  public static var throwingElements: Self { Self(.throwingProvider, .elements) }

  /// The form of a collection whose contributions are each requested through a provider.
  package static func elements(_ provider: Part) -> Self { Self(provider, .elements) }

  /// The form of an optional provider.
  package static func optional(_ provider: Part) -> Self { Self(provider, .optional) }

  private init(_ inner: Part, _ outer: Part) {
    digits = inner.digit << 4 | outer.digit
  }
}

extension RequestForm {
  /// The parts, the outermost first.
  public var parts: [Part] {
    var parts: [Part] = []
    var form = self
    while let part = form.outermost {
      parts.append(part)
      form = form.inner
    }
    return parts
  }

  /// The outermost part; nil for an instance.
  package var outermost: Part? { Part(digit: digits & 0xF) }

  /// The form without its outermost part.
  package var inner: Self { Self(digits: digits >> 4) }

  /// Whether the form has fewer parts than another one, so that more of the requested type is that of the key.
  func isShorter(than other: Self) -> Bool {
    // A digit more makes a greater number.
    digits < other.digits
  }

  /// Whether the form has several parts.
  package var isComposed: Bool { digits > 0xF }

  /// The form in a further part, or nil if no request has it: what is deferred is not deferred again, and what
  /// may be nil is not nil twice.
  package func wrapped(in outer: Part) -> Self? {
    let isRequested =
      switch outer {
      case .optional: !allowsAbsence
      case .provider, .throwingProvider, .asyncProvider, .function, .weakProvider:
        self == .instance || self == .optional
      case .elements: self == .provider || self == .throwingProvider || self == .asyncProvider
      }
    return isRequested && digits <= 0xFFF ? Self(digits: digits << 4 | outer.digit) : nil
  }

  /// Whether one of the parts is this one.
  private func has(_ part: Part) -> Bool {
    var digits = digits
    while digits != 0 {
      if digits & 0xF == part.digit { return true }
      digits >>= 4
    }
    return false
  }

  /// The effects of the dependency that a request of this form handles.
  ///
  /// - Parameter requester: The effects that the requester handles while its own value is made.
  func effectAllowed(to requester: Effect?) -> Effect? {
    var allowed = requester
    var form = self
    while let part = form.outermost {
      switch part {
      case .optional, .elements: break
      case .provider, .function: allowed = nil
      case .throwingProvider: allowed = .throwing
      // A weak provider makes no value, so it has no effect to handle.
      case .asyncProvider, .weakProvider: allowed = .asynchronous
      }
      form = form.inner
    }
    return allowed
  }

  /// Whether the request is nil if the key is declared as an optional and has no binding.
  package var allowsAbsence: Bool { has(.optional) }

  /// Whether the request neither makes an instance nor keeps one alive.
  package var isWeak: Bool { has(.weakProvider) }

  /// Whether the effects of the dependency propagate to the requester.
  package var isImmediate: Bool { self == .instance || self == .optional }

  /// Whether the dependency is made when the requester calls the form, so that it may in turn depend on the
  /// requester.
  var isDeferred: Bool {
    // Contributions of several elements are made immediately: their number is not known before.
    !isImmediate && !has(.elements)
  }
}

extension RequestForm: RawRepresentable, Codable {
  private static let names: [(part: Part, name: String)] = Part.all.map { ($0, $0.name) }

  /// The names of the parts, the outermost first, with dots between them; `instance` without any.
  public var rawValue: String {
    self == .instance ? "instance" : parts.map(\.name).joined(separator: ".")
  }

  /// Creates the form with this name; nil if there is none.
  public init?(rawValue: String) {
    var form = RequestForm.instance
    let names =
      rawValue == "instance" ? [] : rawValue.split(separator: ".", omittingEmptySubsequences: false)
    for name in names.reversed() {
      guard let part = Self.names.first(where: { $0.name == name })?.part,
        let outer = form.wrapped(in: part)
      else { return nil }
      form = outer
    }
    self = form
  }
}

extension RequestForm.Part {
  fileprivate var name: String {
    switch self {
    case .provider: "provider"
    case .throwingProvider: "throwingProvider"
    case .asyncProvider: "asyncProvider"
    case .function: "function"
    case .optional: "optional"
    case .weakProvider: "weakProvider"
    case .elements: "elements"
    }
  }
}
