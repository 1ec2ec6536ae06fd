import CleanseFindingReports
import CleansePluginHost

/// What code that was built for the framework needs of it, as virtual packages.
enum DebianRuntime {
  /// The virtual packages that a package of this framework provides.
  static func provided() throws(CommandFailure) -> [String] {
    let host = ABIStamp.host
    var names = [DebianName.interface(host.abi)]
    for abi in ABIStamp.compatibleABIs { names.append(try DebianName.abi(abi)) }
    if let compiler = host.compiler { names.append(try DebianName.compiler(compiler)) }
    return names
  }

  /// The virtual packages that a plugin depends on.
  ///
  /// - Throws: A ``CommandFailure`` for a plugin that only one build of the framework can load.
  static func needs(of stamp: ABIStamp) throws(CommandFailure) -> [String] {
    let interface = DebianName.interface(stamp.abi)
    guard stamp.language == "swift", let compiler = stamp.compiler else { return [interface] }
    guard let abi = stamp.frameworkABI else {
      throw CommandFailure(
        "the plugin was compiled against an interface of the framework that is not recorded,"
          + " so no package can depend on it",
        hints: ["compile it with an installation, whose interface is recorded"])
    }
    return [interface, try DebianName.abi(abi), try DebianName.compiler(compiler)]
  }

  /// The architecture as Debian names it.
  static func architecture(of stamp: ABIStamp) throws(CommandFailure) -> String {
    switch stamp.architecture {
    case "x86_64": return "amd64"
    case "aarch64": return "arm64"
    default: throw CommandFailure("Debian has no name for the processor \(stamp.architecture)")
    }
  }
}
