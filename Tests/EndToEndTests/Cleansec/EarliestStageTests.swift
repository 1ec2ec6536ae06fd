import Cleanse
import CleanseTestSupport
import Foundation
import Testing

extension OutsideTests {
  /// Checks each cell of the table of defects and stages in the article about checks at build time.
  @Suite("The earliest stage of a defect")
  struct EarliestStageTests {
    private let workplace: Workplace

    init() throws {
      workplace = try Workplace.cleared()
    }

    private static let table = [
      "| a factory returns another type; a module of another scope; a closure that is not `@Sendable` | ● | | | | |",
      "| missing or duplicate binding, cycle, scope nesting, unhandled error, override without a target | | ● | ● | | ● |",
      "| `configure` stops the program or does not return | | ● | | | ● |",
      "| missing binding and so on, in a generic component | | | ● | | ● |",
      "| findings of the program's own validators | | | ● | | ● |",
      "| missing binding and so on, in the graph of an application with its plugins | | | | ● | ● |",
      "| a factory throws or stops the program | | | ● | | ● |",
    ]

    @Test("the article has the rows that are tested here, and no other")
    func article() throws {
      let text = try String(
        contentsOf: Build.root.appending(
          path: "Sources/Cleanse/Cleanse.docc/CheckingAtBuildTime.md"), encoding: .utf8)
      let rows = text.components(separatedBy: "\n").drop { !$0.hasPrefix("| defect |") }
        .dropFirst(2).prefix { $0.hasPrefix("|") }
      #expect(Array(rows) == Self.table)
    }

    @Test(
      "the compiler finds the first row",
      arguments: [
        (#"binder.bind(Int.self).to { "one" }"#, "cannot convert"),
        ("binder.include(module: Scoped.self)", "the module has another scope"),
        ("var count = 0; binder.bind(Int.self).to { count += 1; return count }", "captured var"),
        ("binder.bind(Int.self).to { 1 }", ""),
      ])
    func compiler(statement: String, message: String) throws {
      let directory = try TemporaryDirectory()
      try directory.write(
        """
        import Cleanse

        enum Scoped: Module {
          static func configure(binder: Binder<Singleton>) {}
        }

        enum Checked: Module {
          static func configure(binder: Binder<Unscoped>) {
            \(statement)
          }
        }
        """.utf8, to: "checked.swift")
      let output = try Shell.run(
        """
        swiftc -typecheck -swift-version 6 -I "$MODULES" checked.swift >log 2>&1 && echo valid || true
        cat log
        """, in: directory,
        environment: [
          "MODULES": Build.products.appending(path: "Modules").path(percentEncoded: false)
        ])
      #expect(output.hasPrefix("valid\n") == message.isEmpty)
      #expect(output.contains(message) || message.isEmpty, "\(output)")
    }

    @Test("cleansec, a test and the start find what is wrong with a graph")
    func graphs() throws {
      let defects: [(component: any RootComponent.Type, code: Diagnostic.Code)] = [
        (MissingComponent.self, .missingBinding), (DuplicateComponent.self, .duplicateBinding),
        (CyclicComponent.self, .dependencyCycle), (NestedComponent.self, .scopeNesting),
        (UnhandledComponent.self, .unhandledError),
        (OverridingComponent.self, .overrideWithoutTarget),
      ]
      let run = try Cleansec("Tests/Kiosk", in: workplace).run(["--target", "Ledger"])
      for defect in defects {
        #expect(run.output.contains("[\(defect.code.rawValue)]"))
        #expect(RootComponents.validate(defect.component).map(\.code) == [defect.code])
        #expect(Self.codesAtStart(of: defect.component) == [defect.code])
      }
      #expect(run.output.hasSuffix("7 components, 15 bindings: 6 errors, 0 warnings\n"))
    }

    @Test("the process ends at the start if configure ends it; CleansecTests have the other cell")
    func configure() async {
      await #expect(processExitsWith: .failure) {
        _ = try ComponentFactory.of(HotComponent.self)
      }
      await #expect(processExitsWith: .exitCode(0)) {
        _ = try ComponentFactory.of(LeavingComponent.self)
        exit(1)
      }
    }

    @Test("a test finds the defects of a generic component, as does the start")
    func generic() {
      let component = GenericComponent<Double>.self
      #expect(RootComponents.validate(component).map(\.code) == [.missingBinding])
      #expect(Self.codesAtStart(of: component) == [.missingBinding])
    }

    @Test("a test that passes the program's own validators has their findings, as does the start")
    func validators() {
      struct Strict: CleanseBindingPlugin {
        func visit(root: ComponentBinding, errorReporter: CleanseErrorReporter) {
          errorReporter.report("example/strict", .error, "no graph is good enough", on: root)
        }
      }
      let loader = CleanseServiceLoader()
      loader.register(Strict())
      let component = BankruptComponent.self
      #expect(RootComponents.validate(component).isEmpty)
      #expect(
        RootComponents.validate(component, serviceLoader: loader).map(\.code) == ["example/strict"])
      #expect(throws: ValidationError.self) {
        try ComponentFactory.of(component, serviceLoader: loader)
      }
    }

    @Test("host validate finds a binding that the plugins of a directory lack, as does host run")
    func directory() throws {
      let directory = try TemporaryDirectory(broken: ["MissingPlugin", "Ending"])
      let validation = try host("validate", ".", in: directory)
      #expect(validation.status == 1)
      #expect(validation.errors.contains("[cleanse/missing-binding]"))
      let start = try host("run", ".", "--", "end", "0", in: directory)
      #expect(start.status == 1)
      #expect(start.errors.contains("[cleanse/missing-binding]"))
    }

    @Test("a test that builds a component finds a factory that throws, as does the start")
    func factories() throws {
      let factory = try ComponentFactory.of(BankruptComponent.self)
      #expect(throws: ResolutionError.self) { try factory.build() }
    }

    private static func codesAtStart(of component: any RootComponent.Type) -> [Diagnostic.Code] {
      func start<C: RootComponent>(_ component: C.Type) -> [Diagnostic.Code] {
        do {
          _ = try ComponentFactory.of(component)
          return []
        } catch {
          return error.diagnostics.map(\.code)
        }
      }
      return start(component)
    }
  }
}
