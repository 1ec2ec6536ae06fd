// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .strictMemorySafety(),
]

// The plugins in Swift. The one in C needs no package: README.md shows how it is compiled.
let plugins = ["Repeats", "Severe"]

let package = Package(
  name: "LogWatchPlugins",
  products: plugins.map { .library(name: $0, type: .dynamic, targets: [$0]) },
  dependencies: [
    .package(name: "cleanse", path: "../../.."),
    .package(name: "LogWatchAPI", path: "../LogWatchAPI"),
  ],
  targets: plugins.map {
    .target(
      name: $0,
      dependencies: [
        .product(name: "CleanseRuntime", package: "cleanse"),
        .product(name: "LogWatchAPI", package: "LogWatchAPI"),
      ],
      path: $0, exclude: ["plugin.json"], swiftSettings: settings,
      plugins: [.plugin(name: "CleansePluginManifest", package: "cleanse")])
  },
  swiftLanguageModes: [.v6]
)
