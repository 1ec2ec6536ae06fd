import CleansePluginHost
import CleanseSupport
import CleanseFindingReports

/// What plugins are compiled with that use a contract of the application: the library, and the module next to it or in
/// `Modules` there, where SwiftPM has it.
struct ContractSDK: Hashable {
  let contract: LoadedContract
  /// The absolute path of the library, without symbolic links.
  let library: String
  /// The directory of the modules; nil if it has none of the contract's modules.
  let directory: String?

  /// Whether the program has not loaded the library, so that plugins bring it.
  let isBrought: Bool

  /// The files by which the compiler finds a module; the first one can be read.
  private static let suffixes = [".swiftinterface", ".swiftmodule"]

  /// - Parameter isBrought: Whether the program has not loaded the library.
  init(_ contract: LoadedContract, isBrought: Bool = false) {
    self.contract = contract
    self.isBrought = isBrought
    let file = contract.contract.file
    library = SystemPath.resolved(file) ?? file
    let home = FilePath(library).removingLastComponent
    directory = [home.appending("Modules"), home].map(\.text).first { directory in
      contract.modules.contains { Self.file(of: $0, in: directory, Self.suffixes) != nil }
    }
  }

  /// The contract for `plugin-manifest`.
  var build: String {
    let contract = contract.contract
    return "\(contract.identifier)@\(contract.version)@\(contract.build)"
  }

  /// The flags for `swiftc`; none without a module.
  var swiftFlags: [String] {
    guard let directory else { return [] }
    let path = FilePath(library)
    // A plugin finds a library that it brings next to itself.
    let search = isBrought ? ["-Xlinker", "-rpath=$ORIGIN"] : []
    return ["-I", directory, "-L", path.removingLastComponent.text, "-l:\(path.name)"] + search
  }

  /// The textual interface of a module; nil if there is none.
  func interface(of module: String) -> String? {
    directory.flatMap { Self.file(of: module, in: $0, [".swiftinterface"]) }
  }

  private static func file(
    of module: String, in directory: String, _ suffixes: [String]
  ) -> String? {
    suffixes.map { FilePath(directory).appending("\(module)\($0)").text }
      .first { unsafe access($0, R_OK) == 0 }
  }

  /// The error of a plugin that uses the contract.
  var withoutModule: CommandFailure {
    let home = FilePath(library).removingLastComponent
    return CommandFailure(
      "can't find the Swift module of the contract \(contract.contract.identifier)",
      hints: contract.modules.sorted().map {
        "copy \($0).swiftinterface, which the build of the contract writes, to \(home)"
      })
  }
}
