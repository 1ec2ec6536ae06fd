// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "ReadingList",
  products: [.executable(name: "reading-list", targets: ["ReadingList"])],
  // An application outside this repository would use the repository's URL and a version.
  dependencies: [.package(name: "cleanse", path: "../..")],
  targets: [
    .executableTarget(
      name: "ReadingList", dependencies: [.product(name: "Cleanse", package: "cleanse")],
      swiftSettings: [.strictMemorySafety()]),
    .testTarget(
      name: "ReadingListTests",
      dependencies: ["ReadingList", .product(name: "Cleanse", package: "cleanse")]),
  ],
  swiftLanguageModes: [.v6])
