// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .strictMemorySafety(),
]

let package = Package(
  name: "host",
  products: [
    .executable(name: "host", targets: ["host"])
  ],
  dependencies: [
    // The plugins and their host have to share one copy of the framework, which only the dynamic product
    // of another package provides.
    .package(name: "cleanse", path: "../..")
  ],
  targets: [
    .executableTarget(
      name: "host",
      dependencies: [
        .product(name: "CleanseRuntime", package: "cleanse"),
        .product(name: "ElfImages", package: "cleanse"),
      ],
      swiftSettings: settings)
  ],
  swiftLanguageModes: [.v6]
)
