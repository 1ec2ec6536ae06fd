// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .strictMemorySafety(),
]

// The plugin in Swift. The one in C needs no package: README.md shows how it is compiled.
let package = Package(
  name: "LogWatchPlugins",
  products: [.library(name: "Severe", type: .dynamic, targets: ["Severe"])],
  dependencies: [
    .package(name: "cleanse", path: "../../.."),
    .package(name: "LogWatchAPI", path: "../LogWatchAPI"),
  ],
  targets: [
    .target(
      name: "Severe",
      dependencies: [
        .product(name: "CleanseRuntime", package: "cleanse"),
        .product(name: "LogWatchAPI", package: "LogWatchAPI"),
      ],
      path: "Severe", exclude: ["plugin.json"], swiftSettings: settings,
      plugins: [.plugin(name: "CleansePluginManifest", package: "cleanse")])
  ],
  swiftLanguageModes: [.v6]
)
