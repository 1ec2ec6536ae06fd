import CleanseFindingReports
import CleansePluginHost
import CleanseSupport

/// A directory with the binary form of contracts: their libraries, the interfaces of their modules, and headers in C.
struct ContractDirectory {
  /// The path, as the user names it, for the search of headers.
  let path: String
  /// The contracts of the libraries in it, in the order of the files.
  let contracts: [ContractSDK]

  /// - Throws: A ``UsageError`` for a path that is no directory, or one without a library of a contract and without a header.
  init(_ path: String, for command: String) throws {
    // A compiler would take it as an option.
    self.path = path.hasPrefix("-") ? "./\(path)" : path
    let names = try translating(Directory.entries(in: FilePath(path))) { (error: SystemError) in
      UsageError("option --contract names \(path.quoted): \(error)", command: command)
    }
    let libraries = names.filter { $0.hasSuffix(".so") && !$0.isHidden }.sorted()
      .compactMap { FilePath(path).appending($0).validText }
    contracts = libraries.flatMap { LoadedContract.of($0) }
      .map { ContractSDK($0, isBrought: true) }
    guard !contracts.isEmpty || names.contains(where: { $0.hasSuffix(".h") }) else {
      throw UsageError(
        "option --contract names \(path.quoted), which has no library of a contract and no header",
        hints: ["the library of a contract has a note: see `host list \(path)`"], command: command)
    }
  }
}

extension Option {
  static let contract = Option(
    "contract", placeholder: "DIR", "Compile against the contracts in DIR (repeatable)")
}
