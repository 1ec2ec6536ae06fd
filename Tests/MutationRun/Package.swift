// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// The settings of targets that are not tests, with strict memory safety.
let strict: [SwiftSetting] = settings + [.strictMemorySafety()]

let testSupport = Target.Dependency.product(name: "CleanseTestSupport", package: "cleanse")

// Damages the built sample plugins and checks that the built program `host` handles them. It links
// neither, so a process that it finds dead is never itself.
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
    // Disturbs hosts in every way at once, and checks that nothing of them is left.
    .executableTarget(
      name: "torture", dependencies: ["MutationRun", testSupport], swiftSettings: strict),
    .testTarget(
      name: "MutationRunTests", dependencies: ["MutationRun", testSupport],
      swiftSettings: settings),
    .testTarget(name: "TortureTests", dependencies: ["torture"], swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
