internal import CleanseBuildIdentity
import CCleansePlugin
public import CleansePluginMetadata

extension ABIStamp {
  /// The stamp of the running framework, which a plugin's stamp has to match.
  public static var host: ABIStamp {
    ABIStamp(
      abi: Int(CLEANSE_ABI_VERSION), architecture: architecture, language: "swift",
      framework: BuildIdentity.version, frameworkABI: BuildIdentity.abi,
      interface: BuildIdentity.interface, compiler: BuildIdentity.compiler,
      revision: BuildIdentity.revision)
  }

  /// The recorded versions of the framework's ABI whose plugins the running framework can load.
  public static var compatibleABIs: [String] { BuildIdentity.runs }

  private static var architecture: String {
    #if arch(x86_64)
      "x86_64"
    #elseif arch(arm64)
      "aarch64"
    #else
      #error("name the architecture here and in plugin-manifest")
    #endif
  }
}
