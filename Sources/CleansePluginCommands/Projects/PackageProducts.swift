import CleanseSupport
import CleanseFindingReports
import FoundationEssentials

/// The plugins of a package of SwiftPM, and the products that make libraries of them.
struct PackageProducts {
  /// The description of a package that `swift package describe --type json` prints, as far as it is used here.
  private struct Description: Decodable {
    struct Product: Decodable {
      struct Kind: Decodable {
        /// The form of a library, such as `dynamic`; nil for another product.
        let library: [String]?
      }

      let name: String
      let targets: [String]
      let type: Kind
    }

    struct Target: Decodable {
      let name: String
      /// The directory of the sources, relative to the package.
      let path: String
    }

    let products: [Product]
    let targets: [Target]
  }

  /// The products that contain a plugin, where no product is a dynamic library with it, sorted.
  let withoutLibraries: [String]

  /// Reads the products of a package.
  ///
  /// - Parameter command: The command that describes the package, as words. Its first word is a program on the path.
  /// - Throws: A ``CommandFailure`` if the command can't be run or fails.
  init(
    of directory: String, command: [String], environment: [String: String]
  ) throws(CommandFailure) {
    let line = ProjectBuild.line(command)
    guard let program = ProgramSearch(path: environment["PATH"]).program(command[0]) else {
      throw CommandFailure("can't find the program \(command[0])")
    }
    let outcome = try translating(
      ChildProgram(path: program, arguments: Array(command.dropFirst())).run(input: "")
    ) { (error: SystemError) in
      CommandFailure("can't run `\(line)`: \(error)")
    }
    guard outcome.isSuccess else {
      throw CommandFailure(
        "can't read the products of \(directory): `\(line)` failed: \(outcome.end)",
        hints: String(decoding: outcome.errors, as: UTF8.self).split(separator: "\n").suffix(5)
          .map(String.init))
    }
    self.init(
      try Self.description(outcome.output, line),
      isPlugin: { unsafe access("\(directory)/\($0)/plugin.json", F_OK) == 0 })
  }

  private init(_ description: Description, isPlugin: (String) -> Bool) {
    var names: Set<String> = []
    for target in description.targets where isPlugin(target.path) {
      let products = description.products.filter { $0.targets.contains(target.name) }
      if products.contains(where: { $0.type.library == ["dynamic"] }) { continue }
      names.formUnion(products.map(\.name))
    }
    withoutLibraries = names.sorted()
  }

  private static func description(
    _ output: [UInt8], _ line: String
  ) throws(CommandFailure) -> Description {
    try translating(JSONDecoder().decode(Description.self, from: Data(output))) {
      (error: any Error) in
      CommandFailure("can't read what `\(line)` prints: \(error)")
    }
  }
}
