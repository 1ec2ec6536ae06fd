// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .strictMemorySafety(),
]

let package = Package(
  name: "LogWatch",
  products: [.executable(name: "logwatch", targets: ["logwatch"])],
  dependencies: [
    .package(name: "cleanse", path: "../.."),
    .package(name: "LogWatchAPI", path: "LogWatchAPI"),
  ],
  targets: [
    .executableTarget(
      name: "logwatch",
      dependencies: [
        // The plugins use the same copy of the framework, a shared library.
        .product(name: "CleanseRuntime", package: "cleanse"),
        .product(name: "LogWatchAPI", package: "LogWatchAPI"),
        .product(name: "CLogWatchAPI", package: "LogWatchAPI"),
      ],
      swiftSettings: settings)
  ],
  swiftLanguageModes: [.v6]
)
