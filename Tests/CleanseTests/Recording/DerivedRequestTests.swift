import Testing

@testable import Cleanse
@testable import CleanseGraph

@Suite("Requests of types that wrap other types")
struct DerivedRequestTests {
  @Test("a wrapping type has an element and a form", arguments: Element.all)
  func derived(element: Element) throws {
    for (type, form) in element.forms {
      let request = try #require(DerivedRequest(type), "\(type)")
      #expect(ObjectIdentifier(request.element) == ObjectIdentifier(element.type))
      #expect(request.tag == nil)
      #expect(request.form == form)
    }
  }

  @Test("a collection of providers has the collection whose elements are requested one by one")
  func elements() throws {
    let types: [(any Any.Type, any Any.Type, String)] = [
      ([ThrowingProvider<Int>].self, [Int].self, "elements.throwingProvider"),
      ([Provider<Int>].self, [Int].self, "elements.provider"),
      ([AsyncProvider<[Int]>].self, [[Int]].self, "elements.asyncProvider"),
      ([String: Provider<Int>].self, [String: Int].self, "elements.provider"),
      ([Int?: Provider<Int?>].self, [Int?: Int?].self, "elements.provider"),
    ]
    for (type, collection, form) in types {
      let request = try #require(DerivedRequest(type), "\(type)")
      #expect(ObjectIdentifier(request.element) == ObjectIdentifier(collection))
      #expect(request.form.rawValue == form && request.tag == nil)
    }
  }

  @Test("a form of a form has the innermost type and the parts of both")
  func composed() throws {
    let types: [(any Any.Type, any Any.Type, String)] = [
      (Provider<Int?>.self, Int.self, "provider.optional"),
      (Provider<Int>?.self, Int.self, "optional.provider"),
      ((() -> Int?).self, Int.self, "function.optional"),
      ((@Sendable () -> Int)?.self, Int.self, "optional.function"),
      (WeakProvider<Object?>.self, Object.self, "weakProvider.optional"),
      (ThrowingProvider<Int??>.self, Int?.self, "throwingProvider.optional"),
      ([Provider<Int>]?.self, [Int].self, "optional.elements.provider"),
      ([String: Provider<Int>]?.self, [String: Int].self, "optional.elements.provider"),
      (TaggedAsyncProvider<Numbers>?.self, [Int].self, "optional.asyncProvider"),
    ]
    for (type, element, form) in types {
      let request = try #require(DerivedRequest(type)?.composed, "\(type)")
      #expect(ObjectIdentifier(request.element) == ObjectIdentifier(element), "\(type)")
      #expect(request.form.rawValue == form)
      #expect(RequestForm(rawValue: form) == request.form)
    }
    let tag = DerivedRequest(TaggedProvider<Numbers>?.self)?.composed?.tag
    #expect(tag.map { ObjectIdentifier($0) } == ObjectIdentifier(Numbers.self))
  }

  @Test("what is deferred twice, or may be nil twice, is no form of the innermost type")
  func twice() {
    let types: [any Any.Type] = [
      Provider<Provider<Int>>.self, Int??.self, Provider<[Provider<Int>]>.self,
      (() -> () -> Int).self,
      [Provider<Int?>].self,
    ]
    for type in types { #expect(DerivedRequest(type)?.composed == nil, "\(type)") }
    let inner = DerivedRequest(Provider<Provider<Int>?>.self)?.composed?.element
    #expect(inner.map { ObjectIdentifier($0) } == ObjectIdentifier(Provider<Int>.self))
    for name in [
      "", "provider.", "provider.provider", "elements", "elements.optional", "instance.provider",
    ] {
      #expect(RequestForm(rawValue: name) == nil)
    }
  }

  @Test("a tagged provider has a tag and an element")
  func tagged() throws {
    let forms: [(any Any.Type, RequestForm)] = [
      (TaggedProvider<Numbers>.self, .provider),
      (TaggedThrowingProvider<Numbers>.self, .throwingProvider),
      (TaggedAsyncProvider<Numbers>.self, .asyncProvider),
    ]
    for (type, form) in forms {
      let request = try #require(DerivedRequest(type), "\(type)")
      #expect(ObjectIdentifier(request.element) == ObjectIdentifier([Int].self))
      #expect(request.tag.map { ObjectIdentifier($0) } == ObjectIdentifier(Numbers.self))
      #expect(request.form == form)
    }
  }

  @Test("other types derive no request", arguments: Other.all)
  func others(other: Other) {
    #expect(DerivedRequest(other.type) == nil)
  }
}

/// A type that can be requested, with the types that derive a request of it.
struct Element: Sendable, CustomTestStringConvertible {
  let type: any Any.Type
  let forms: [(type: any Any.Type, form: RequestForm)]

  var testDescription: String { "\(type)" }

  init<T>(_ type: T.Type) {
    self.type = type
    forms = [
      (Provider<T>.self, .provider),
      (ThrowingProvider<T>.self, .throwingProvider),
      (AsyncProvider<T>.self, .asyncProvider),
      ((() -> T).self, .function),
      ((@Sendable () -> T).self, .function),
      (T?.self, .optional),
      (WeakProvider<T>.self, .weakProvider),
    ]
  }

  static let all = [
    Element(Int.self), Element(String.self), Element(Void.self), Element(Never.self),
    Element((Int, String).self), Element(Int?.self), Element(Int??.self), Element([Int].self),
    Element([String: [Int]].self), Element(Object.self), Element(Heir<Int>.self),
    Element(Choice<Int>.self), Element(Outer<Int>.Inner<String>.self), Element(Any.self),
    Element(AnyObject.self), Element((any Shape).self), Element((any Shape & Sendable).self),
    Element((any Listing<Int>).self), Element((any Shape.Type).self), Element(Int.Type.self),
    Element((() -> Void).self), Element((@Sendable () -> Int).self), Element(((Int) -> Int).self),
    Element(((inout Int) -> Void).self), Element((() throws -> Int).self),
    Element((() async -> Int).self), Element(Provider<Int>.self),
    Element(WeakProvider<Object>.self),
    Element(TaggedProvider<Numbers>.self), Element((@convention(c) () -> Int32).self),
  ]
}

/// A type that derives no request, although most of them look like it.
struct Other: Sendable, CustomTestStringConvertible {
  let type: any Any.Type

  var testDescription: String { "\(type)" }

  static let all: [Other] = [
    Int.self, Void.self, Never.self, (Int, String).self, (Int?, Int?).self, Any.self,
    AnyObject.self, (any Shape).self, (any Listing<Int>).self, (any Shape.Type).self, Int.Type.self,
    Int?.Type.self, Any.Type.self, Object.self, Heir<Int>.self, Choice<Int>.self, Choice<Int?>.self,
    Outer<Int>.Inner<Int>.self, [Int].self, Array<() -> Int>.self,
    [TaggedThrowingProvider<Numbers>].self,
    [WeakProvider<Object>].self, [String: ThrowingProvider<Int>].self, [Int: Int].self,
    Set<Int>.self,
    Result<Int, Never>.self,
    UnsafePointer<Int>.self, Assisted<Int>.self, PropertyInjector<Int>.self,
    ((Int) -> Int).self, ((inout Int) -> Void).self, ((Int, Int) -> Int).self,
    Borrowing.self, Consuming.self, ((inout Token) -> Void).self,
    (() -> Token).self, (@Sendable () -> Token).self,
    (() throws -> Int).self, (() throws(Broken) -> Int).self, (() async -> Int).self,
    (() async throws -> Int).self, (@MainActor () -> Int).self,
    (@MainActor @Sendable () -> Int).self,
    (@isolated(any) () -> Int).self, (nonisolated(nonsending) () async -> Int).self,
    Sending.self, (@convention(c) () -> Int32).self,
  ].map { Other(type: $0) }
}

private typealias Borrowing = (borrowing Token) -> Int
private typealias Consuming = (consuming Token) -> Void
private typealias Sending = () -> sending Object

private struct Broken: Error {}
private struct Token: ~Copyable {}
private class Object {}
private final class Heir<T>: Object {}
private enum Choice<T> { case one(T), none }
private enum Outer<T> { struct Inner<U> {} }
private protocol Shape {}
private protocol Listing<Item> { associatedtype Item }
private enum Numbers: Cleanse.Tag { typealias Element = [Int] }
