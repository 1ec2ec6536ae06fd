// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .strictMemorySafety(),
]

// The plugin in Swift. Those in C need no package: ../README.md shows how they are compiled.
let package = Package(
  name: "Visits",
  products: [.library(name: "Pages", type: .dynamic, targets: ["Pages"])],
  dependencies: [.package(name: "cleanse", path: "../..")],
  targets: [
    .systemLibrary(name: "CVisits", path: "CVisits"),
    .target(
      name: "Pages",
      dependencies: ["CVisits", .product(name: "CleanseRuntime", package: "cleanse")],
      path: "Pages", exclude: ["plugin.json"], swiftSettings: settings,
      plugins: [.plugin(name: "CleansePluginManifest", package: "cleanse")]),
  ],
  swiftLanguageModes: [.v6]
)
