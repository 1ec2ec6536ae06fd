public import PluginMetadata
import CCleansePlugin
import Cleanse
import CleansePlugin

extension ABIStamp {
  /// The stamp of the running framework, which a plugin's stamp has to match.
  public static var host: ABIStamp {
    ABIStamp(
      abi: Int(CLEANSE_ABI_VERSION), architecture: architecture, language: "swift",
      framework: CleanseVersion.current, interface: BuildIdentity.interface,
      compiler: BuildIdentity.compiler, revision: BuildIdentity.revision)
  }

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
