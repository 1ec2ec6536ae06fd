import Foundation
import Measuring

/// The time that `swift package cleansec` takes longer than the build of a package that is up to date.
enum CleansecRow {
  private static let folder = ".build/bench/checked"
  private static let components = 40
  private static let bindings = 25
  private static let repetitions = 5

  static func cleansec() throws -> [Figure] {
    try writePackage()
    _ = try time("swift package --package-path \(folder) cleansec")
    var (builds, checks): ([Double], [Double]) = ([], [])
    for _ in 0..<repetitions {
      builds.append(try time("swift build --package-path \(folder)"))
      checks.append(try time("swift package --package-path \(folder) cleansec"))
    }
    let what = "cleansec of \(components * bindings) bindings in \(components) components"
    return [
      Row.cleansec.figure(
        "\(what), beyond the build", .seconds, reach: 1.5,
        Summary(zip(builds, checks).map { $1 - $0 })),
      Row.cleansec.figure("… swift build", .seconds, Summary(builds)),
      Row.cleansec.figure("… swift package cleansec", .seconds, Summary(checks)),
    ]
  }

  private static func writePackage() throws {
    let sources = URL(filePath: folder).appending(path: "Sources/Checked")
    try FileManager.default.createDirectory(at: sources, withIntermediateDirectories: true)
    try write(
      """
      // swift-tools-version: 6.2
      import PackageDescription

      let package = Package(
        name: "Checked",
        dependencies: [.package(name: "cleanse", path: "../../..")],
        targets: [
          .target(name: "Checked", dependencies: [.product(name: "Cleanse", package: "cleanse")])
        ])
      """, to: URL(filePath: folder).appending(path: "Package.swift"))
    for number in 0..<components {
      try write(component(number), to: sources.appending(path: "Component\(number).swift"))
    }
  }

  /// A component whose bindings are a chain of shared objects.
  private static func component(_ number: Int) -> String {
    let nodes = (0..<bindings).map { "C\(number)N\($0)" }
    let classes = nodes.indices.map { index in
      let parameter = index == 0 ? "" : "_ next: \(nodes[index - 1])"
      return "final class \(nodes[index]): Sendable { init(\(parameter)) {} }"
    }
    let bound = nodes.map { "    binder.bind(\($0).self).sharedInScope().to(factory: \($0).init)" }
    return """
      import Cleanse

      \(classes.joined(separator: "\n"))

      struct Root\(number) { let last: \(nodes[bindings - 1]) }

      enum Component\(number): RootComponent {
        static func configure(binder: Binder<Singleton>) {
      \(bound.joined(separator: "\n"))
        }

        static func configureRoot(
          binder bind: ReceiptBinder<Root\(number)>
        ) -> BindingReceipt<Root\(number)> {
          bind.to(factory: Root\(number).init)
        }
      }
      """
  }

  /// Writes the file unless it has that text, so that the build stays up to date.
  private static func write(_ text: String, to file: URL) throws {
    let data = Data(text.utf8)
    guard (try? Data(contentsOf: file)) != data else { return }
    try data.write(to: file)
  }

  /// Returns the time of the command in seconds.
  private static func time(_ command: String) throws -> Double {
    let start = nanoseconds()
    _ = try Process.output(of: command)
    return Double(nanoseconds() - start) * 1e-9
  }
}
