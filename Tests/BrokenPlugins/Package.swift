// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .strictMemorySafety(),
]

/// Plugins for tests only: each has one fault that a host has to find and survive.
let plugins = [
  "Blocking", "Chatty", "CycleA", "CycleB", "DuplicateA", "DuplicateB", "Ending", "MissingPlugin",
  "Nothing",
  "Refusing", "Sharing", "TenThousand", "Trapping", "Undeclared", "Unkept", "Unmakeable",
  "Unsteady",
]

let package = Package(
  name: "BrokenPlugins",
  products: plugins.map { .library(name: $0, type: .dynamic, targets: [$0]) },
  dependencies: [
    .package(name: "cleanse", path: "../.."),
    .package(name: "BrokenContract", path: "BrokenContract"),
  ],
  targets: plugins.map { plugin in
    .target(
      name: plugin,
      dependencies: [
        .product(name: "CleanseRuntime", package: "cleanse"),
        .product(name: "BrokenContract", package: "BrokenContract"),
      ],
      path: plugin, exclude: ["plugin.json"], swiftSettings: settings,
      plugins: [.plugin(name: "CleansePluginManifest", package: "cleanse")])
  },
  swiftLanguageModes: [.v6]
)
