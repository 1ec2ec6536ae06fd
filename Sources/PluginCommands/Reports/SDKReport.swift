import FindingReports
import CleanseSupport
import CleansePluginHost

/// The result of `host sdk`.
struct SDKReport: ReportDocument {
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

  init(_ sdk: PluginSDK) {
    (headers, library) = (sdk.headers, sdk.library)
    (abi, architecture) = (ABIStamp.host.abi, ABIStamp.host.architecture)
    (cflags, command) = (sdk.compilerFlags, sdk.command)
  }

  /// The report as lines.
  var text: String {
    [
      "headers       \(headers)", "library       \(library ?? "-")",
      "abi           \(abi)", "architecture  \(architecture)", "compile       \(command)",
    ].map { PlainText.escaped($0) + "\n" }.joined()
  }
}
