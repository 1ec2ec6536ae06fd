// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .strictMemorySafety(),
  // A contract is compiled with library evolution, so that it can grow without breaking plugins.
  .unsafeFlags(["-enable-library-evolution"]),
]

// What the application and its plugins share: the contract in Swift, a shared library, and the same in C, a header.
let package = Package(
  name: "LogWatchAPI",
  products: [
    .library(name: "LogWatchAPI", type: .dynamic, targets: ["LogWatchAPI"]),
    .library(name: "CLogWatchAPI", targets: ["CLogWatchAPI"]),
  ],
  dependencies: [.package(name: "cleanse", path: "../../..")],
  targets: [
    .target(
      name: "LogWatchAPI",
      dependencies: [.product(name: "CleanseRuntime", package: "cleanse")],
      path: "LogWatchAPI", swiftSettings: settings,
      plugins: [.plugin(name: "CleanseContract", package: "cleanse")]),
    .target(name: "CLogWatchAPI", path: "CLogWatchAPI"),
  ],
  swiftLanguageModes: [.v6]
)
