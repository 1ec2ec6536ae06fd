import CleanseTestSupport
import Foundation

/// Where scripts/test has put what these tests use.
enum Build {
  /// The folder of the products: the one that this test program lies in.
  static let products = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent()

  /// The sample plugins with the libraries that they need.
  static let plugins = products.appending(path: "plugins")

  /// The plugins that must be refused.
  static let brokenPlugins = products.appending(path: "broken-plugins")

  static let host = products.appending(path: "host")

  /// The repository.
  static let root = URL(filePath: Repository.root, directoryHint: .isDirectory)
}
