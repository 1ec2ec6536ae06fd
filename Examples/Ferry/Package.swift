// swift-tools-version:6.0
import PackageDescription

let package = Package(
  name: "Ferry",
  dependencies: [
    .package(name: "Cleanse", path: "../..")
  ],
  targets: [
    .executableTarget(
      name: "Ferry",
      dependencies: [
        .product(name: "Cleanse", package: "Cleanse")
      ]
    )
  ],
  swiftLanguageModes: [.v5]
)
