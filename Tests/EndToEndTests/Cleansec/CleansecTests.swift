import CleanseTestSupport
import Foundation
import Testing

extension OutsideTests {
  /// Checks packages as their authors do.
  @Suite("swift package cleansec")
  struct CleansecTests {
    private let workplace: Workplace

    init() throws {
      workplace = try Workplace.cleared()
    }

    /// A finding that a comment of a source file announces.
    private struct Seed: Hashable, CustomStringConvertible {
      let place: String
      let code: String

      var description: String { "\(place): \(code)" }
    }

    @Test("every seeded defect of a difficult package is found at its line, and nothing else")
    func kiosk() throws {
      let run = try Cleansec("Tests/Kiosk", in: workplace).run(["--timeout", "2"])
      let found = try Self.findings(in: run.output)
      let seeds = try seeds(of: "Tests/Kiosk")
      #expect(Set(found.filter { !$0.place.isEmpty }) == seeds)
      // The stack of a system call has no source lines.
      #expect(
        found.filter(\.place.isEmpty).map(\.code) == [
          "cleanse/configure-crashed", "cleanse/configure-timeout", "cleanse/generic-component",
        ])
      #expect(run.status == 1)
      #expect(run.output.contains("10 targets, 17 components, 28 bindings: 12 errors, 1 warning\n"))
      #expect(!run.output.contains("main function"))
      #expect(run.output.contains("Oven.LeavingComponent ends the process: status 0"))
      #expect(run.output.contains("Oven.SleepingComponent takes more than 2 seconds"))
      #expect(run.output.contains("Oven.GenericComponent is generic and was not checked"))
    }

    @Test("the formats, levels and baselines are those of host validate")
    func formats() throws {
      let kiosk = Cleansec("Tests/Kiosk", in: workplace)
      let files = try TemporaryDirectory()
      let stand = ["--target", "Stand"]
      let run = try kiosk.run(
        stand + ["--format", "sarif", "--output", files.path + "/a.sarif"]
          + ["--format", "junit", "--output", files.path + "/a.xml", "--format", "json"])
      #expect(run.status == 1)
      let document = try JSONDecoder().decode(Document.self, from: Data(run.output.utf8))
      #expect(document.schema == "cleansec/1" && document.targets == ["Stand"])
      #expect(
        document.findings.map(\.code) == ["cleanse/missing-binding", "cleanse/unused-binding"])
      let sarif = try files.text(of: "a.sarif")
      #expect(sarif.contains(#""uri" : "Tests/Kiosk/Sources/Stand/Stand.swift""#))
      #expect(sarif.contains(#""name" : "cleansec""#))
      #expect(try files.text(of: "a.xml").contains(#"<testsuite name="Stand.StandComponent""#))

      let baseline = ["--baseline", files.path + "/known.json"]
      #expect(try kiosk.run(stand + baseline + ["--update-baseline"]).status == 0)
      let unchanged = try kiosk.run(stand + baseline + ["--strict"])
      #expect(unchanged.status == 0)
      #expect(unchanged.output.hasSuffix("0 new errors, 0 new warnings, 2 unchanged, 0 absent\n"))
      let levels = try kiosk.run(
        stand + ["--severity", "cleanse/missing-binding=warning"]
          + ["--severity", "cleanse/unused-binding=ignore"])
      #expect(levels.status == 0)
      #expect(levels.output.hasSuffix("0 errors, 1 warning, 1 ignored\n"))
    }

    // A component with a bridge had no findings but one that it ends the process.
    @Test("the findings of a component that installs a bridge are those of its graph")
    func bridge() throws {
      let source = """
        import CleansePluginHost

        struct Gong {}

        enum GongBridge: CBridge {
          static let cName = "gong"
          static func value(of pointer: CPointer) -> Gong { Gong() }
        }

        enum GongComponent: RootComponent {
          static func configure(binder: Binder<Singleton>) {
            binder.bridge(GongBridge.self)
          }

          static func configureRoot(binder bind: ReceiptBinder<Int>) -> BindingReceipt<Int> {
            bind.to { (volume: Double) in Int(volume) }
          }
        }

        """
      let package = try self.package(source: source, product: "CleanseRuntime")
      let run = try Cleansec(package, in: workplace).run([])
      #expect(run.status == 1)
      let found = try Self.findings(in: run.output)
      #expect(found.map(\.code) == ["cleanse/missing-binding"], "\(run.output)\(run.errors)")
      #expect(found.first?.place.hasSuffix("Broken.swift:16") ?? false, "\(found)")
    }

    @Test("mistakes in the command line are explained")
    func usage() throws {
      let kiosk = Cleansec("Tests/Kiosk", in: workplace)
      #expect(
        try kiosk.run(["--target", "Stnd"]).errors.contains("there is no target Stnd to check"))
      let limit = try kiosk.run(["--target", "Stand", "--timeout", "soon"])
      #expect(limit.output.contains("invalid value `soon` for option --timeout"))
      let option = try kiosk.run(["--target", "Stand", "--bseline", "x"])
      #expect(option.output.contains("unknown option --bseline"))
      // That of SwiftPM, whichever the plugin ended with.
      #expect(option.status == 1)
      expectGolden(try kiosk.run(["--help"]).output, "cleansec-help")
    }

    // It printed an error of Foundation with all its members.
    @Test("the program refers to the command of SwiftPM", arguments: [[], ["--strict"]])
    func alone(arguments: [String]) throws {
      let run = try ChildProcess(
        program: Build.products.appending(path: "cleansec").path, arguments: arguments
      ).run()
      #expect(run.status == 2)
      #expect(
        String(decoding: run.errors, as: UTF8.self)
          .hasPrefix("cleansec: this program is a part of `swift package cleansec`\n"))
    }

    @Test("a package without root components is valid, and the output says why nothing was checked")
    func nothing() throws {
      let run = try Cleansec("Tests/Kiosk", in: workplace).run(["--target", "Toys"])
      #expect(run.status == 0)
      #expect(run.output.contains("1 target, 0 components, 0 bindings: 0 errors, 0 warnings\n"))
      #expect(run.output.contains("no root component was found in Toys"))
    }

    // The output said that no root component was found, and that a plugin has none.
    @Test("the output says that a package has only generic root components")
    func onlyGeneric() throws {
      let source = """
        import Cleanse

        public enum Shop<Value: Sendable>: RootComponent {
          public static func configure(binder: UnscopedBinder) {}
          public static func configureRoot(
            binder bind: ReceiptBinder<Int>
          ) -> BindingReceipt<Int> { bind.to(value: 3) }
        }
        """
      let run = try Cleansec(try package(source: source), in: workplace).run(["--strict"])
      #expect(run.status == 0)
      #expect(run.output.contains("Broken.Shop is generic and was not checked"))
      #expect(run.output.contains("only generic root components were found in Broken\n"))
      #expect(!run.output.contains("no root component"))
    }

    @Test("of a target that can't be compiled, only the compiler's errors are shown")
    func brokenSource() throws {
      let package = try self.package(source: "import Cleanse\nlet number: Int = \"three\"\n")
      let run = try Cleansec(package, in: workplace).run([])
      #expect(run.status == 1)
      #expect(
        run.output.contains("Broken.swift:2:19: error: cannot convert value of type 'String'"))
      #expect(!run.output.contains("cleansec:"))
    }

    @Test("a system library that is missing is named")
    func missingLibrary() throws {
      let package = try self.package(
        source: "import CAbsent\nimport Cleanse\n", dependency: "\"CAbsent\", ",
        target: ".systemLibrary(name: \"CAbsent\", pkgConfig: \"absent\"),")
      try package.write(
        "module CAbsent [system] { header \"absent.h\" }\n".utf8,
        to: "Sources/CAbsent/module.modulemap")
      try package.write("#include <absent/absent.h>\n".utf8, to: "Sources/CAbsent/absent.h")
      let run = try Cleansec(package, in: workplace).run([])
      #expect(run.status == 1)
      #expect(run.output.contains("'absent/absent.h' file not found"))
    }

    @Test("the example has no findings")
    func example() throws {
      let list = try Cleansec("Examples/ReadingList", in: workplace).run(["--strict"])
      #expect(list.status == 0, "\(list.output)")
      #expect(list.output.hasSuffix("1 component, 14 bindings: 0 errors, 0 warnings\n"))
    }

    @Test("a defect that is seeded in the example is found at its line")
    func seededExample() throws {
      let package = try TemporaryDirectory()
      try Shell.run(
        #"""
        cp -r "$ROOT/Examples/ReadingList/Package.swift" "$ROOT/Examples/ReadingList/Sources" \
          "$ROOT/Examples/ReadingList/Tests" .
        sed -i "s|.package(name: \"cleanse\", path: \"../..\")|$DEPENDENCY|" Package.swift
        sed -i '/bind((any WallClock).self)/d' Sources/ReadingList/WallClock.swift
        """#, in: package,
        environment: ["ROOT": workplace.repository, "DEPENDENCY": workplace.dependency])
      let run = try Cleansec(package, in: workplace, scratch: .tag).run([])
      #expect(run.status == 1)
      let lines = try package.text(of: "Sources/ReadingList/Book.swift")
        .components(separatedBy: "\n")
      let number =
        try #require(lines.firstIndex { $0.contains("binder.bindFactory(Book.self)") }) + 1
      let place = "Sources/ReadingList/Book.swift:\(number)"
      #expect(
        run.output.contains("/\(place): error: missing binding for any ReadingList.WallClock"),
        "\(run.output)\(run.errors)")
    }

    @Test("the samples are plugins, which have no root component")
    func samples() throws {
      let run = try Cleansec("Sources/SamplePlugins", in: workplace).run(["--target", "Words"])
      #expect(run.status == 0)
      #expect(run.output.contains("no root component was found in Words"))
    }

    /// A package with one target.
    private func package(
      source: String, product: String = "Cleanse", dependency: String = "", target: String = ""
    ) throws -> TemporaryDirectory {
      let package = try TemporaryDirectory()
      try package.write(
        """
        // swift-tools-version: 6.2
        import PackageDescription
        let package = Package(
          name: "Broken", dependencies: [.package(name: "cleanse", path: "\(Repository.root)")],
          targets: [
            \(target)
            .target(
              name: "Broken",
              dependencies: [\(dependency).product(name: "\(product)", package: "cleanse")]),
          ])
        """.utf8, to: "Package.swift")
      try package.write(source.utf8, to: "Sources/Broken/Broken.swift")
      return package
    }

    /// The announced findings of a package's sources.
    private func seeds(of package: String) throws -> Set<Seed> {
      let root = Build.root.appending(path: "\(package)/Sources")
      let files = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)
      var seeds: Set<Seed> = []
      while let file = files?.nextObject() as? URL {
        guard file.pathExtension == "swift" else { continue }
        let lines = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
        for (index, line) in lines.enumerated() {
          guard let code = line.components(separatedBy: "// seeded: ").dropFirst().first else {
            continue
          }
          seeds.insert(Seed(place: "\(file.path(percentEncoded: false)):\(index + 1)", code: code))
        }
      }
      return seeds
    }

    /// The findings in the lines of the command, which are like those of the compiler.
    private static func findings(in text: String) throws -> [Seed] {
      text.components(separatedBy: "\n").compactMap { line in
        guard
          let match = line.wholeMatch(of: #/(?:(.+?:\d+): )?(?:error|warning|note): .*\[(.+)\]/#)
        else {
          return nil
        }
        return Seed(place: match.1.map(String.init) ?? "", code: String(match.2))
      }
    }

    /// The members of the JSON document that are read here.
    private struct Document: Decodable {
      struct Finding: Decodable {
        let code: String
      }

      let schema: String
      let targets: [String]
      let findings: [Finding]
    }
  }
}
