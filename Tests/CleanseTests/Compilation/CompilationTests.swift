import CleanseTestSupport
import Foundation
import Testing

/// Runs the compiler with the module that these tests were built with, to check what the types forbid.
@Suite("Code that must not compile")
struct CompilationTests {
  @Test("each marked line is rejected, and no other line is; a module of another scope with advice")
  func refused() throws {
    let errors = try errorsByLine()
    let lines = Self.source.components(separatedBy: "\n")
    let marked = lines.indices.filter { lines[$0].hasSuffix("// no") }.map { $0 + 1 }
    #expect(marked.count == 24)
    #expect(errors.keys.sorted() == marked)
    // The compiler only reported which types are not equivalent, or that there are no exact matches.
    for line in marked
    where lines[line - 1].contains("override(with: ") || lines[line - 1].contains("module: ") {
      #expect(errors[line]?.contains("write 'configure(binder: Binder<S>)'") == true)
    }
  }

  /// The error of each line that has one.
  private func errorsByLine() throws -> [Int: String] {
    let directory = try TemporaryDirectory(["Source.swift": Self.source])
    let modules = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(path: "Modules").path(percentEncoded: false)
    // Uses a temporary folder that is removed: the driver leaves a directory in it whenever it runs
    // a single job.
    let outcome = try ChildProcess(
      program: "/usr/bin/env",
      arguments: [
        "TMPDIR=\(directory.path)", "swiftc", "-typecheck", "-swift-version", "6", "-I", modules,
        "-diagnostic-style", "llvm", "-Werror", "DeprecatedDeclaration", "Source.swift",
      ],
      directory: directory.path, deadline: .seconds(300)
    ).run()
    let text = String(decoding: outcome.output + outcome.errors, as: UTF8.self)
    let errors = text.components(separatedBy: "\n").filter { $0.contains(": error: ") }.map {
      error in
      let line = error.components(separatedBy: "Source.swift:").dropFirst().first
        .flatMap { $0.components(separatedBy: ":").first }.flatMap(Int.init)
      return (line ?? 0, error)
    }
    return Dictionary(errors, uniquingKeysWith: { first, _ in first })
  }

  private static let source = """
    import Cleanse

    enum Name: Tag { typealias Element = String }
    enum Names: Tag { typealias Element = [String] }
    struct Outer: Scope {}
    struct Inner: Scope {}
    enum OuterModule: Module { static func configure(binder: Binder<Outer>) {} }
    enum PlainModule: Module { static func configure(binder: Binder<Unscoped>) {} }
    class Screen {}
    enum ScreenFactory: AssistedFactory {
      typealias Seed = Int
      typealias Element = Screen
    }

    func captures(binder: Binder<Outer>) {
      let screen = Screen()
      binder.bind(Screen.self).to { screen }  // no
      binder.bind(Screen.self).intoCollection().to { screen }  // no
      _ = Provider<Screen> { screen }  // no
      _ = WeakProvider<Screen> { screen }  // no
      binder.bind(Screen.self).to(value: screen)
    }

    func tags(binder: Binder<Outer>) {
      binder.bind(String.self).tagged(with: Name.self).to(value: "")
      binder.bind(String.self).intoCollection().tagged(with: Names.self).to(value: "")
      binder.bind(Int.self).tagged(with: Name.self).to(value: 1)  // no
      binder.bind(String.self).intoCollection().tagged(with: Name.self).to(value: "")  // no
      binder.bind(String.self).tagged(with: Names.self).to(value: "")  // no
    }

    func scopes(binder: Binder<Outer>, plain: Binder<Unscoped>) {
      binder.bind(Int.self).sharedInScope().to(value: 1)
      plain.bind(Int.self).sharedInScope().to(value: 1)  // no
      plain.bind(Int.self).intoCollection().sharedInScope().to(value: 1)  // no
    }

    func modules(outer: Binder<Outer>, inner: Binder<Inner>, plain: Binder<Unscoped>) {
      outer.include(module: OuterModule.self)
      outer.include(module: PlainModule.self)
      plain.include(module: PlainModule.self)
      inner.include(module: OuterModule.self)  // no
      plain.include(module: OuterModule.self)  // no
      outer.override(with: OuterModule.self)
      outer.override(with: PlainModule.self)
      inner.override(with: OuterModule.self)  // no
      plain.override(with: OuterModule.self, precedence: 1)  // no
    }

    func factories(binder: Binder<Outer>) {
      binder.bindFactory(Screen.self).with(ScreenFactory.self).to { Screen() }
      binder.bindFactory(Int.self).with(ScreenFactory.self).to { 1 }  // no
    }

    func steps(binder: Binder<Outer>) {
      binder.bind(Int.self).sharedInScope().to { 1 }
      binder.bind(Int.self).to { "one" }  // no
      binder.bind(Int.self).sharedInScope().sharedInScope().to { 1 }  // no
    }

    // A builder once took the draft of another type, and trapped when the component was linked.
    struct OtherStep: BindToable {
      typealias Input = Screen
      let draft: BindingDraft<Screen>
      func replacing(draft: BindingDraft<Screen>) -> Self { OtherStep(draft: draft) }
    }

    func drafts(binder: Binder<Outer>) {
      var builder = binder.bind(Screen.self)
      builder.draft = binder.bind(Screen.self).draft  // no
      _ = builder.replacing(draft: binder.bind(Screen.self).draft)
      _ = builder.replacing(draft: binder.bind(String.self).draft)  // no
      _ = OtherStep(draft: binder.bind(String.self).draft)  // no
    }

    func values(key: Key) {
      var key = key
      key.type = "Si"  // no
    }

    enum Receipts: RootComponent {
      static func configure(binder: Binder<Unscoped>) {}
      static func configureRoot(binder bind: ReceiptBinder<Int>) -> BindingReceipt<Int> {
        BindingReceipt()  // no
      }
    }

    enum Awaited: RootComponent, AsyncComponent {
      typealias Seed = TaggedProvider<Name>
      static func configure(binder: UnscopedBinder) {}
      static func configureRoot(binder bind: ReceiptBinder<Int>) -> BindingReceipt<Int> {
        bind.to(value: 1)
      }
    }

    func awaits(factory: ComponentFactory<Awaited>) async throws {
      _ = try await factory.build("")
    }

    enum AwaitedAlone: RootComponent, AsyncComponent {
      static func configure(binder: UnscopedBinder) {}
      static func configureRoot(binder bind: ReceiptBinder<Int>) -> BindingReceipt<Int> {
        bind.to(value: 1)
      }
    }

    func awaits(factory: ComponentFactory<AwaitedAlone>) async throws {
      _ = try await factory.build()
    }

    func forgets(factory: ComponentFactory<AwaitedAlone>) throws {
      _ = try factory.build()  // no
    }

    func forgets(factory: ComponentFactory<Awaited>, seed: TaggedProvider<Name>) throws {
      _ = try factory.build("")  // no
      _ = try factory.build(seed)  // no
    }
    """
}
