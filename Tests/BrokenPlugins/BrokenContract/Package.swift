// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "BrokenContract",
  products: [.library(name: "BrokenContract", type: .dynamic, targets: ["BrokenContract"])],
  targets: [
    .target(
      name: "BrokenContract", path: "BrokenContract",
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .strictMemorySafety(),
      ])
  ],
  swiftLanguageModes: [.v6]
)
