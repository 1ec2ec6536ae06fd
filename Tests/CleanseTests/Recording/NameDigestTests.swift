import Glibc
import Testing

@testable import Cleanse
@testable import CleanseGraph

enum Twins {
  struct KeyTable {}
  struct Größe {}
  struct `a name` {}
}

private struct Secret {}

extension Int {
  struct Nested {}
}

@Suite("The digest of a type's name")
struct NameDigestTests {
  @Test("the digest is equal for different types with one name, whatever their kind")
  func namesakes() {
    for (type, other) in zip(Namesakes.types, OtherNamesakes.types) {
      #expect(ObjectIdentifier(type) != ObjectIdentifier(other))
      #expect(TypeName.identity(type) == TypeName.identity(other))
      #expect(NameDigest.of(type) == NameDigest.of(other), "\(type)")
    }
  }

  @Test("the digest differs if an unqualified name does, also one within a type")
  func differences() {
    // Several types of an unknown kind would share a digest.
    let types: [any Any.Type] =
      Namesakes.types.filter { !Namesakes.incomplete.contains(ObjectIdentifier($0)) } + [
        Int.self, String.self, Int?.self, Int??.self, [Int].self, [String].self, [[Int]].self,
        [Int: String].self, [String: Int].self, Provider<Int>.self, Provider<String>.self,
        Provider<Provider<Int>>.self, (() -> Int).self, (() -> String).self, ((Int) -> String).self,
        ((Int, Int) -> String).self, (any Error).self, (any Sequence).self,
        (any Hashable & Sequence).self, Provider<any Error>.self, Provider<any Sequence>.self,
        Result<Int, any Error>.self, KeyTable.self, NameDigest.self,
        // Their arguments were left out, so that all instances of a generic class needed names.
        GenericClass<Int>.self, GenericClass<String>.self, Generic<GenericClass<Int>>.self,
        Generic<GenericClass<String>>.self, Outer<Int>.Inner<String>.self,
        Outer<String>.Inner<Int>.self, ManagedBuffer<Int, Int>.self, ManagedBuffer<Int, Bool>.self,
        KeyPath<Int, Int>.self, KeyPath<Int, Bool>.self,
      ]
    #expect(Set(types.map(NameDigest.of)).count == types.count)
  }

  // Plugins often have types of one name, each of which then needed its mangled name.
  @Test("the digest differs if only the module does")
  func modules() {
    #expect(NameDigest.of(Twins.KeyTable.self) != NameDigest.of(KeyTable.self))
    #expect(NameDigest.of(Twins.KeyTable?.self) != NameDigest.of(KeyTable?.self))
  }

  @Test("the displayed name of a declaration is that of the runtime, with or without its help")
  func displayed() {
    struct Local {}
    let plain: [any Any.Type] = [
      KeyTable.self, Twins.self, Twins.KeyTable.self, NameDigestTests.self, Twins.Größe.self,
      Key.Live.self, TypeMetadata.GenericType.self,
    ]
    for type in plain {
      #expect(TypeMetadata(type).descriptor?.plainName == _typeName(type, qualified: true))
      #expect(TypeName.display(type) == _typeName(type, qualified: true))
    }
    let others: [(any Any.Type, String)] = [
      (Local.self, "CleanseTests.NameDigestTests.Local"), (Secret.self, "CleanseTests.Secret"),
      (Int.self, "Int"),
      (Int.Nested.self, "(extension in CleanseTests):Int.Nested"), (timespec.self, "__C.timespec"),
      (Outer<Int>.Inner<String>.self, "CleanseTests.Outer<Int>.Inner<String>"),
      (Twins.`a name`.self, _typeName(Twins.`a name`.self, qualified: true)),
    ]
    for (type, name) in others {
      #expect(TypeName.display(type) == name)
      #expect(TypeName.display(type) == TypeName.names(of: type).display)
    }
  }

  @Test("every kind of type has a digest")
  func kinds() {
    let types: [any Any.Type] = [
      Any.self, AnyObject.self, (Int, String).self, Void.self, Never.self, Int.Type.self,
      (any Error).Type.self, (any Sequence<Int>).self, (any Sequence<String>).self,
      InlineArray<2, Int>.self, Pack<Int, String>.self,
      Array<Int>.Index.self, Dictionary<Int, Int>.Values.self,
      ManagedBuffer<Int, Int>.self, KeyPath<Int, Int>.self, (@Sendable () async throws -> Int).self,
      (@convention(c) (Int) -> Int).self, (@MainActor () -> Void).self, Parameters<Int>.self,
    ]
    for type in types {
      #expect(NameDigest.of(type) == NameDigest.of(type))
    }
  }

  @Test("different types with one name are numbered in the order of their first use")
  func numbers() {
    let table = KeyTable()
    let types = Namesakes.types + OtherNamesakes.types + [Int.self, [Int].self]
    let keys = types.map { table.key(of: $0) }
    table.numberCopies()
    for (index, type) in types.enumerated() {
      let isCopy = Namesakes.types.indices.contains(index - Namesakes.types.count)
      #expect(keys[index].type == TypeName.identity(type) + (isCopy ? "#2" : ""))
    }
  }
}

private struct Pack<each T> {}

private enum Namesakes {
  struct Nested {}

  static let types: [any Any.Type] = [
    Structure.self, Enumeration.self, Class.self, (any Contract).self, Nested.self,
    Generic<Int>.self, Generic<Structure>.self, Structure?.self, [Class].self,
    [String: Enumeration].self, Provider<any Contract>.self, (() -> Class).self,
    ((Structure) -> Int).self, (any Contract & Error).self, (any Class & Contract).self,
    (Structure, Int).self, Structure.Type.self, (any Contract).Type.self, GenericClass<Class>.self,
  ]
  /// Types whose names the digest includes only in part or not at all.
  static let incomplete: Set<ObjectIdentifier> = [
    ObjectIdentifier((Structure, Int).self), ObjectIdentifier(Structure.Type.self),
    ObjectIdentifier((any Contract).Type.self), ObjectIdentifier((any Class & Contract).self),
  ]
}

private struct Structure {}
private enum Enumeration { case only }
private class Class {}
private protocol Contract {}
private struct Generic<T> {}
private class GenericClass<T>: Class {}
private class Outer<T> { class Inner<U> { var value: (T, U)? } }
