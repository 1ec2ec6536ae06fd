import CleanseTestSupport
import Foundation

/// The directories of scripts/test that these tests use.
enum Build {
  /// The directory of the products: the one that contains this test program.
  static let products = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent()

  /// The sample plugins with the libraries that they need: those of `CLEANSE_TEST_PLUGINS`, or of this build.
  static let plugins =
    ProcessInfo.processInfo.environment["CLEANSE_TEST_PLUGINS"].map { URL(filePath: $0) }
    ?? products.appending(path: "plugins")

  /// The plugins that must be rejected.
  static let brokenPlugins = products.appending(path: "broken-plugins")

  /// An installation of this build.
  static let installation = products.appending(path: "installed")

  static let host = products.appending(path: "host")

  /// The repository.
  static let root = URL(filePath: Repository.root, directoryHint: .isDirectory)
}
