import CleanseFindingReports
import CleanseSupport
import CleansePluginHost
import CleanseGraphAnalysis

/// The result of `host sdk`.
struct SDKReport: CommandReport {
  /// A contract of the application.
  struct Contract: Encodable {
    let identifier: String
    let version: String
    let library: String
    /// The directory with its Swift module; nil if plugins can't be compiled against it.
    let modules: String?

    init(_ contract: ContractSDK) {
      identifier = contract.contract.contract.identifier
      version = contract.contract.contract.version.description
      (library, modules) = (contract.library, contract.directory)
    }

    /// The contract in a line.
    var line: String {
      "\(identifier) \(version): \(modules ?? "no module next to \(library)")"
    }
  }

  let schema = "cleanse-sdk/1"
  /// The directory of the header.
  let headers: String
  /// The path of the library that Swift plugins share with the host.
  let library: String?
  /// The version of the C interface.
  let abi: Int
  /// The architecture that plugins have to be compiled for.
  let architecture: String
  /// The flags for a C compiler, one argument each.
  let cflags: [String]
  /// A shell command that compiles a plugin.
  let command: String
  /// The flags for `swiftc`, one argument each; nil if Swift plugins can't be compiled with this installation.
  let swiftflags: [String]?
  /// Shell commands that compile a Swift plugin, in this order.
  let swiftCommands: [String]?
  /// The contracts of the application; nil if it has none.
  let contracts: [Contract]?

  init(_ sdk: PluginSDK) {
    (headers, library) = (sdk.headers, sdk.library)
    (abi, architecture) = (ABIStamp.host.abi, ABIStamp.host.architecture)
    (cflags, command) = (sdk.compilerFlags, sdk.command)
    (swiftflags, swiftCommands) = (sdk.swiftFlags, sdk.swiftCommands)
    contracts = sdk.contracts.isEmpty ? nil : sdk.contracts.map(Contract.init)
  }

  /// The report as lines.
  func text(for terminal: Terminal) -> String {
    TitledLines.text(
      of: [
        ("headers", [headers]), ("library", [library ?? "-"]), ("abi", ["\(abi)"]),
        ("architecture", [architecture]), ("compile", [command] + (swiftCommands ?? [])),
      ] + (contracts.map { [("contracts", $0.map(\.line))] } ?? []), for: terminal)
  }
}
