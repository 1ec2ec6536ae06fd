/// What a binding answers to, as a type: nothing is allocated, and every form in which it can be
/// asked for is known where the element's type is still static.
@usableFromInline
protocol RecordedKey: SendableMetatype {
  /// The type of the bound value.
  static var element: any Any.Type { get }
  /// The tag, if there is one.
  static var tag: (any Any.Type)? { get }
  /// The type whose request identifies the key.
  static var request: any Any.Type { get }
  /// The form in which that request is answered.
  static var form: AccessForm { get }
  /// Further types whose requests the key answers.
  static var derivedForms: [(type: any Any.Type, form: AccessForm)] { get }

  /// Wraps a linked provider of the value so that it yields the form that was asked for.
  static func adapt(_ linked: AnyObject, to form: AccessForm) -> AnyObject
  /// Wraps a linked provider of the value so that it works in a component that is so many levels
  /// further in.
  static func lift(_ linked: AnyObject, levels: Int) -> AnyObject
  /// A linked provider of a `WeakProvider`; it looks at what was made and needs nothing linked.
  static func weakProvider(slot: Int, levels: Int) -> AnyObject
  /// Wraps a linked provider of the value so that it makes one instance a component.
  static func share(_ linked: AnyObject, cell: Int, weakSlot: Int?) -> AnyObject
  /// A linked provider of an optional that is nothing.
  static func absent() -> AnyObject
  /// A linked provider of a value that `build` puts into the cell.
  static func filled(cell: Int) -> AnyObject
}

/// How the value of a key is handed out.
@usableFromInline
enum AccessForm: UInt8, Sendable {
  case instance, provider, function, sendableFunction, optional, weakProvider

  var requestForm: RequestForm {
    switch self {
    case .instance: .instance
    case .provider: .provider
    case .function, .sendableFunction: .function
    case .optional: .optional
    case .weakProvider: .weakProvider
    }
  }
}
