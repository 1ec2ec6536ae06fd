// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// The settings of targets other than tests: they mark where they are not memory-safe.
let strict: [SwiftSetting] = settings + [.strictMemorySafety()]

let runtime = Target.Dependency.product(name: "CleanseRuntime", package: "cleanse")
let filters = Target.Dependency.product(name: "TextFilterAPI", package: "TextFilterAPI")
let foreignFilters = Target.Dependency.product(name: "CTextFilterAPI", package: "TextFilterAPI")
let testSupport = Target.Dependency.product(name: "CleanseTestSupport", package: "cleanse")
let counting = Target.Dependency.product(name: "WordCounting", package: "TextFilterAPI")

/// A plugin is a target with a `plugin.json`, built with the build-tool plugin of the package cleanse, and a
/// shared library product. The plugins in other languages are compiled by scripts/build.
let plugins: [(name: String, dependencies: [Target.Dependency])] = [
  ("Number", [filters]),
  ("Pipeline", [filters, foreignFilters]),
  ("Policy", []),
  ("Redact", [filters]),
  ("Station", []),
  ("Statistics", [filters, counting]),
  ("Words", [counting]),
  ("Wrap", [filters]),
]

let package = Package(
  name: "SamplePlugins",
  products: plugins.map { .library(name: $0.name, type: .dynamic, targets: [$0.name]) },
  dependencies: [
    .package(name: "cleanse", path: "../.."),
    .package(name: "TextFilterAPI", path: "../TextFilterAPI"),
  ],
  targets: plugins.map { plugin in
    .target(
      name: plugin.name, dependencies: [runtime] + plugin.dependencies, path: plugin.name,
      exclude: ["plugin.json"], swiftSettings: strict,
      plugins: [.plugin(name: "CleansePluginManifest", package: "cleanse")])
  }
    + plugins.map { plugin in
      .testTarget(
        name: plugin.name + "Tests",
        dependencies: [.target(name: plugin.name), "TextTesting", runtime, testSupport]
          + plugin.dependencies,
        path: "Tests/" + plugin.name + "Tests", swiftSettings: settings)
    }
    + [
      .testTarget(
        name: "TextFilterAPITests", dependencies: [filters, "TextTesting", testSupport],
        path: "Tests/TextFilterAPITests", swiftSettings: settings),
      .target(
        name: "TextTesting", dependencies: [runtime, filters, testSupport],
        path: "Tests/TextTesting",
        swiftSettings: settings),
    ],
  swiftLanguageModes: [.v6]
)
