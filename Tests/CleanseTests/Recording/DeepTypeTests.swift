import Foundation
import Testing

@testable import Cleanse
@testable import CleanseGraph

// Types of more than 250 levels had the name `<<too complex>>`, so that different ones were reported as one type that is defined
// twice; optionals of 30 levels took minutes to name; and the metatype of a constrained protocol ended the process.
@Suite("Names of types that the runtime can't name")
struct DeepTypeTests {
  @Test("differ if the innermost types do, whatever contains them", arguments: Container.allCases)
  func identities(container: Container) {
    for levels in [99, 100, 101, 400] {
      let left = TypeName.names(of: container.nested(Left.self, levels: levels))
      let right = TypeName.names(of: container.nested(Right.self, levels: levels))
      #expect(left.identity != right.identity && left.display != right.display)
      #expect(left.display.contains("CleanseTests.Left"))
      #expect(left.display.replacing("Left", with: "Right") == right.display)
      #expect(left.identity == TypeName.identity(container.nested(Left.self, levels: levels)))
    }
  }

  @Test("are written like other names")
  func display() {
    func name(_ container: Container) -> String {
      TypeName.display(container.nested(Left.self, levels: 200))
    }
    let left = "CleanseTests.Left"
    func repeated(_ text: String) -> String { String(repeating: text, count: 200) }
    #expect(name(.structure) == repeated("CleanseTests.Crate<") + left + repeated(">"))
    #expect(name(.optional) == left + repeated("?"))
    #expect(name(.array) == repeated("[") + left + repeated("]"))
    #expect(name(.tuple) == repeated("(label: ") + left + repeated(", Int)"))
    #expect(name(.function) == repeated("@Sendable (Int) async throws -> ") + left)
    #expect(name(.optionalProtocol).hasPrefix("(any CleanseTests.Holding<(any "))
  }

  // Their mangled names begin or end like those of collections and optionals: naming them did not end.
  @Test("of functions that take or return collections and optionals are those of the runtime")
  func functions() {
    #expect(TypeName.display((() -> [Int]).self) == "() -> Array<Int>")
    #expect(TypeName.display((([Int]) -> Int?).self) == "(Array<Int>) -> Optional<Int>")
    #expect(TypeName.display(((Int) -> Set<Int>).self) == "(Int) -> Set<Int>")
    #expect(TypeName.display((() -> [Int])?.self) == "(() -> Array<Int>)?")
  }

  @Test("take no stack")
  func stack() {
    let types = Container.allCases.map { $0.nested(Left.self, levels: 2000) }
    let finished = DispatchSemaphore(value: 0)
    let thread = Thread {
      for type in types {
        _ = TypeName.names(of: type)
        _ = NameDigest.of(type)
      }
      finished.signal()
    }
    thread.stackSize = 512 << 10
    thread.start()
    finished.wait()
  }

  @Test("are bounded in findings, which name both of two types that differ inside")
  func findings() {
    let found = allFindings(of: DeepComponent.self)
    #expect(found.map(\.code) == [.duplicateBinding, .unusedBinding, .unusedBinding])
    for (finding, name) in zip(found, ["Left", "Left", "Right"]) {
      #expect(finding.description.contains("Crate<CleanseTests.\(name)>"))
      #expect(finding.description.utf8.count < 5000)
    }
  }

  @Test("of metatypes of constrained protocols have the protocol and its arguments")
  func metatypes() {
    let messages = allFindings(of: MetatypeComponent.self).map(\.message)
    #expect(
      messages == [
        "any CleanseTests.Holding<Int>.Type is never used",
        "any CleanseTests.Holding<String>.Type is never used",
        "[any CleanseTests.Holding<Int>.Type] is never used",
      ])
  }
}

private struct Left {}
private struct Right {}
private struct Crate<Content>: Sendable {}
private class Ancestor<Content> { let number = 1 }
private final class Chest<Content>: Ancestor<Int> { let other = 2 }
protocol Holding<Content> { associatedtype Content }

/// A kind of types that contain another one.
enum Container: CaseIterable {
  case structure, object, optional, array, dictionary, tuple, function, metatype, constrained
  case optionalProtocol

  fileprivate func nested(_ innermost: any Any.Type, levels: Int) -> any Any.Type {
    var type = innermost
    for _ in 0..<levels { type = containing(type) }
    return type
  }

  private func containing<T>(_ type: T.Type) -> any Any.Type {
    switch self {
    case .structure: Crate<T>.self
    case .object: Chest<T>.self
    case .optional: T?.self
    case .array: [T].self
    case .dictionary: [Int: T].self
    case .tuple: (label: T, Int).self
    case .function: (@Sendable (Int) async throws -> T).self
    case .metatype: T.Type.self
    case .constrained: (any Holding<T>).self
    case .optionalProtocol: (any Holding<T>)?.self
    }
  }
}

private enum DeepComponent: RootComponent {
  static func configure(binder: Binder<Unscoped>) {
    bind(Left.self, levels: 400, binder)
    bind(Left.self, levels: 400, binder)
    bind(Right.self, levels: 400, binder)
  }

  private static func bind<T>(_ type: T.Type, levels: Int, _ binder: Binder<Unscoped>) {
    if levels > 1 {
      bind(Crate<T>.self, levels: levels - 1, binder)
    } else {
      binder.bind(Crate<T>.self).to(value: Crate<T>())
    }
  }

  static func configureRoot(binder bind: ReceiptBinder<Int>) -> BindingReceipt<Int> {
    bind.to(value: 1)
  }
}

private enum MetatypeComponent: RootComponent {
  static func configure(binder: Binder<Unscoped>) {
    binder.bind((any Holding<Int>.Type).self).to { Numbers.self }
    binder.bind((any Holding<String>.Type).self).to { Texts.self }
    binder.bind([any Holding<Int>.Type].self).to { [Numbers.self] }
  }

  static func configureRoot(binder bind: ReceiptBinder<Int>) -> BindingReceipt<Int> {
    bind.to(value: 1)
  }
}

private enum Numbers: Holding { typealias Content = Int }
private enum Texts: Holding { typealias Content = String }
