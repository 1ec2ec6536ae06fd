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

  @Test("an array of providers has the collection whose elements are requested one by one")
  func elements() throws {
    let request = try #require(DerivedRequest([ThrowingProvider<Int>].self))
    #expect(ObjectIdentifier(request.element) == ObjectIdentifier([Int].self))
    #expect(request.form == .throwingElements)
    #expect(DerivedRequest([Provider<Int>].self) == nil)
    #expect(DerivedRequest([TaggedThrowingProvider<Numbers>].self) == nil)
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
    Outer<Int>.Inner<Int>.self, [Int].self, Array<() -> Int>.self, Set<Int>.self,
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
