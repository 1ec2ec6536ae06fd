/// A type that asks for another one in some form.
///
/// Requests are matched by their types alone. This is only asked of those that nothing answers, to
/// say what it is that is missing.
protocol DerivedRequest {
  static var element: any Any.Type { get }
  static var tag: (any Any.Type)? { get }
  static var form: RequestForm { get }
}

extension Provider: DerivedRequest {
  static var element: any Any.Type { Element.self }
  static var tag: (any Any.Type)? { nil }
  static var form: RequestForm { .provider }
}

extension TaggedProvider: DerivedRequest {
  static var element: any Any.Type { T.Element.self }
  static var tag: (any Any.Type)? { T.self }
  static var form: RequestForm { .provider }
}

extension ThrowingProvider: DerivedRequest {
  static var element: any Any.Type { Element.self }
  static var tag: (any Any.Type)? { nil }
  static var form: RequestForm { .throwingProvider }
}

extension TaggedThrowingProvider: DerivedRequest {
  static var element: any Any.Type { T.Element.self }
  static var tag: (any Any.Type)? { T.self }
  static var form: RequestForm { .throwingProvider }
}

extension AsyncProvider: DerivedRequest {
  static var element: any Any.Type { Element.self }
  static var tag: (any Any.Type)? { nil }
  static var form: RequestForm { .asyncProvider }
}

extension TaggedAsyncProvider: DerivedRequest {
  static var element: any Any.Type { T.Element.self }
  static var tag: (any Any.Type)? { T.self }
  static var form: RequestForm { .asyncProvider }
}

extension WeakProvider: DerivedRequest {
  static var element: any Any.Type { Instance.self }
  static var tag: (any Any.Type)? { nil }
  static var form: RequestForm { .weakProvider }
}

extension Optional: DerivedRequest {
  static var element: any Any.Type { Wrapped.self }
  static var tag: (any Any.Type)? { nil }
  static var form: RequestForm { .optional }
}
