import CleanseTestSupport
import Foundation

/// What scripts/test has built for these tests, and how much they try of it.
enum Build {
  /// The directory of the products: the one that contains this test program.
  static let products = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent()

  /// SwiftPM's directory, which contains that of the products.
  static let scratch = products.deletingLastPathComponent().deletingLastPathComponent()

  /// The options with which SwiftPM has built them; with others, it would build everything again.
  static let options = ["-Xswiftc", "-warnings-as-errors"]

  /// The sample plugins with the libraries that they need: those of `CLEANSE_TEST_PLUGINS`, or of this build.
  static let plugins =
    ProcessInfo.processInfo.environment["CLEANSE_TEST_PLUGINS"].map { URL(filePath: $0) }
    ?? products.appending(path: "plugins")

  /// The sample plugin in Rust, if there is a compiler for it.
  static let rustPlugins =
    ProcessInfo.processInfo.environment["CLEANSE_TEST_PLUGINS"]
    .map { URL(filePath: $0).appending(path: "rust") } ?? products.appending(path: "rust-plugins")

  /// The plugins that must be rejected.
  static let brokenPlugins = products.appending(path: "broken-plugins")

  /// An installation of this build.
  static let installation = products.appending(path: "installed")

  /// The program that is tested: that of `CLEANSE_TEST_HOST`, or of this build.
  static let host =
    ProcessInfo.processInfo.environment["CLEANSE_TEST_HOST"].map { URL(filePath: $0) }
    ?? products.appending(path: "host")

  /// The products of the build that the program is of, next to it.
  static let hostProducts = host.resolvingSymlinksInPath().deletingLastPathComponent()

  /// Whether tests may take minutes, as with scripts/test --all.
  static let isThorough = ProcessInfo.processInfo.environment["CLEANSE_TEST_ALL"] == "1"

  /// The repository.
  static let root = URL(filePath: Repository.root, directoryHint: .isDirectory)
}
