import CleanseSupport
import CleansePluginHost

/// What `host sdk` tells.
struct SDKReport: JSONDocument {
  let schema = "cleanse-sdk/1"
  /// The directory of the header.
  let headers: String
  /// The path of the library that plugins in Swift share with the host.
  let library: String?
  /// The version of the C interface.
  let abi: Int
  /// The processor that plugins have to be compiled for.
  let architecture: String
  /// What a compiler of C needs to be told; an argument each.
  let cflags: [String]
  /// A command that makes a plugin, as it is typed.
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
