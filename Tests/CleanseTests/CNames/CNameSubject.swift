@testable import Cleanse
@testable import CleanseC
@testable import CleanseGraph

/// A Swift type whose values have the number of the binding that provided them.
protocol CNameSubject: SendableMetatype {
  associatedtype Element
  /// The assembler of contributions, for an array.
  static var assembler: (any CollectionAssembler.Type)? { get }
  static func element(_ id: Int) -> Element
  /// The bindings that provided the value.
  static func ids(_ element: Element) throws -> [Int]
}

extension CNameSubject {
  static var assembler: (any CollectionAssembler.Type)? { nil }
}

enum IntegerSubject: CNameSubject {
  static func element(_ id: Int) -> Int64 { Int64(id) }
  static func ids(_ element: Int64) -> [Int] { [Int(element)] }
}

enum RealSubject: CNameSubject {
  static func element(_ id: Int) -> Double { Double(id) }
  static func ids(_ element: Double) -> [Int] { [Int(element)] }
}

/// The type of the bridge for `tN *`.
struct CThing<N: Digit>: Sendable {
  let id: Int
}

/// The type of the other bridge.
struct COther<N: Digit>: Sendable {
  let id: Int
}

enum ThingSubject<N: Digit>: CNameSubject {
  static func element(_ id: Int) -> CThing<N> { CThing(id: id) }
  static func ids(_ element: CThing<N>) -> [Int] { [element.id] }
}

enum OtherSubject<N: Digit>: CNameSubject {
  static func element(_ id: Int) -> COther<N> { COther(id: id) }
  static func ids(_ element: COther<N>) -> [Int] { [element.id] }
}

enum PointerSubject: CNameSubject {
  static func element(_ id: Int) -> CPointer { .planned(id) }
  static func ids(_ element: CPointer) -> [Int] { [element.id] }
}

enum ArrayOf<S: CNameSubject>: CNameSubject {
  static var assembler: (any CollectionAssembler.Type)? { ArrayAssembler<S.Element>.self }
  static func element(_ id: Int) -> [S.Element] { [S.element(id)] }
  static func ids(_ element: [S.Element]) throws -> [Int] { try element.flatMap(S.ids) }
}

struct CNameRoot<N: Digit>: Sendable {}

enum RootSubject<N: Digit>: CNameSubject {
  static func element(_ id: Int) -> CNameRoot<N> { CNameRoot() }
  static func ids(_ element: CNameRoot<N>) -> [Int] { [] }
}

/// The factory of a subcomponent, which is called immediately.
enum FactoryOf<N: Digit>: CNameSubject {
  static func element(_ id: Int) -> ComponentFactory<CNameComponent<N>> {
    preconditionFailure("Nothing but a component installs its factory")
  }
  static func ids(_ element: ComponentFactory<CNameComponent<N>>) throws -> [Int] {
    _ = try element.build(())
    return []
  }
}

extension CPointer {
  /// A pointer that is never dereferenced.
  static func planned(_ id: Int) -> CPointer {
    guard let address = UnsafeMutableRawPointer(bitPattern: (id + 1) * 16) else {
      preconditionFailure("An address that is null")
    }
    return CPointer(address)
  }

  var id: Int { Int(bitPattern: address) / 16 - 1 }
}

enum CThingBridge<N: Digit>: CBridge {
  static var cName: String { "t\(N.anyNumber)" }
  static func value(of pointer: CPointer) -> CThing<N> { CThing(id: pointer.id) }
  static func pointer(to thing: CThing<N>) -> CPointer { .planned(thing.id) }
}

enum COtherBridge<N: Digit>: CBridge {
  static var cName: String { "t\(N.anyNumber)" }
  static func value(of pointer: CPointer) -> COther<N> { COther(id: pointer.id) }
  static func pointer(to other: COther<N>) -> CPointer { .planned(other.id) }
}

enum NameTag<S: CNameSubject, N: Digit>: Cleanse.Tag {
  typealias Element = S.Element
  static var name: String { "n\(N.anyNumber)" }
}

enum AliasTag<S: CNameSubject, N: Digit>: Cleanse.Tag {
  typealias Element = S.Element
  static var name: String { "n\(N.anyNumber)" }
}

enum UnnamedTag<S: CNameSubject, N: Digit>: Cleanse.Tag {
  typealias Element = S.Element
}

extension CNamePlan.Key {
  /// The Swift type; nil for one that only C has.
  var subject: (any CNameSubject.Type)? {
    func open<N: Digit>(_ number: N.Type) -> (any CNameSubject.Type)? {
      switch element {
      case .integer: IntegerSubject.self
      case .real: RealSubject.self
      case .thing: ThingSubject<N>.self
      case .other: OtherSubject<N>.self
      case .pointer: PointerSubject.self
      case .root: RootSubject<N>.self
      case .factory: FactoryOf<N>.self
      case .target, .point: nil
      }
    }
    func array<S: CNameSubject>(_: S.Type) -> any CNameSubject.Type { ArrayOf<S>.self }
    let subject = open(digit(number))
    return isArray ? subject.map { array($0) } : subject
  }

  private var number: Int {
    switch element {
    case .thing(let number), .other(let number), .target(let number), .root(let number),
      .factory(let number):
      number
    case .integer, .real, .pointer, .point: 0
    }
  }

  /// The tag in Swift.
  func tag<S: CNameSubject>(of _: S.Type) -> (any Cleanse.Tag.Type)? {
    func open<N: Digit>(_: N.Type) -> (any Cleanse.Tag.Type)? {
      switch qualifier {
      case .none: nil
      case .name: NameTag<S, N>.self
      case .alias: AliasTag<S, N>.self
      case .unnamed: UnnamedTag<S, N>.self
      }
    }
    return open(digit(name ?? 0))
  }

  /// The key in C.
  var inC: CKey {
    let type: CType =
      switch element {
      case .integer: .int64
      case .real: .double
      case .target(let number): .pointer("t\(number)")
      default: .point
      }
    return CKey(isArray ? .array(type) : type, name.map { "n\($0)" })
  }
}
