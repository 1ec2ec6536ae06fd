import Cleanse

/// Types with the same names as private ones of another file, in the same order.
enum OtherNamesakes {
  static let types: [any Any.Type] = Namesakes.types
}

private enum Namesakes {
  struct Nested {}

  static let types: [any Any.Type] = [
    Structure.self, Enumeration.self, Class.self, (any Contract).self, Nested.self,
    Generic<Int>.self, Generic<Structure>.self, Structure?.self, [Class].self,
    [String: Enumeration].self, Provider<any Contract>.self, (() -> Class).self,
    ((Structure) -> Int).self, (any Contract & Error).self, (any Class & Contract).self,
    (Structure, Int).self, Structure.Type.self, (any Contract).Type.self, GenericClass<Class>.self,
  ]
}

private struct Structure {}
private enum Enumeration { case only }
private class Class {}
private protocol Contract {}
private struct Generic<T> {}
private class GenericClass<T>: Class {}
