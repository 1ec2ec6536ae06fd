// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  // As in the package of the repository.
  .unsafeFlags(["-driver-batch-size-limit", "1000"]),
]

// scripts/test first builds the plugins and the program that these tests run, into the scratch
// folder that all packages share.
let package = Package(
  name: "EndToEndTests",
  dependencies: [
    .package(name: "cleanse", path: "../.."),
    .package(name: "TextFilterAPI", path: "../../Sources/TextFilterAPI"),
    .package(name: "MutationRun", path: "../MutationRun"),
  ],
  targets: [
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        .product(name: "CleanseRuntime", package: "cleanse"),
        .product(name: "CleanseTestSupport", package: "cleanse"),
        .product(name: "TextFilterAPI", package: "TextFilterAPI"),
        .product(name: "MutationRun", package: "MutationRun"),
      ],
      path: ".",
      exclude: ["Golden"],
      sources: [
        "Applications", "Cleansec", "Faults", "InProcess", "Outside", "Program", "Serving",
        "Support",
      ],
      swiftSettings: settings)
  ],
  swiftLanguageModes: [.v6]
)
