// swift-tools-version: 6.2
import PackageDescription

// An application that was written for the published framework. Only its imports and this file have changed.
let package = Package(
  name: "Ferry",
  dependencies: [.package(name: "cleanse", path: "../..")],
  targets: [
    .executableTarget(
      name: "Ferry", dependencies: [.product(name: "Cleanse", package: "cleanse")],
      swiftSettings: [.swiftLanguageMode(.v5)])
  ])
