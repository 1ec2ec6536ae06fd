// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// What is no test says where it is not safe for memory.
let strict: [SwiftSetting] = settings + [.strictMemorySafety()]

let testSupport = Target.Dependency.product(name: "CleanseTestSupport", package: "cleanse")

// Damages the built sample plugins and lets the built program `host` cope with them. It links
// neither, so what it finds dead is never itself.
let package = Package(
  name: "MutationRun",
  products: [
    .executable(name: "mutation-run", targets: ["mutation-run"]),
    .executable(name: "torture", targets: ["torture"]),
    .library(name: "MutationRun", targets: ["MutationRun"]),
  ],
  dependencies: [.package(name: "cleanse", path: "../..")],
  targets: [
    .target(name: "MutationRun", dependencies: [testSupport], swiftSettings: strict),
    .executableTarget(
      name: "mutation-run", dependencies: ["MutationRun"], swiftSettings: strict),
    // Disturbs hosts in every way at once, and expects that nothing is left of it.
    .executableTarget(
      name: "torture", dependencies: ["MutationRun", testSupport], swiftSettings: strict),
    .testTarget(
      name: "MutationRunTests", dependencies: ["MutationRun", testSupport],
      swiftSettings: settings),
    .testTarget(name: "TortureTests", dependencies: ["torture"], swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
