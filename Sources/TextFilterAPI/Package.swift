// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// Targets other than tests mark memory-unsafe code.
let strict: [SwiftSetting] = settings + [.strictMemorySafety()]

/// A contract is compiled with library evolution, so that it can grow without breaking plugins.
let evolving: [SwiftSetting] = strict + [.unsafeFlags(["-enable-library-evolution"])]

let contract = Target.PluginUsage.plugin(name: "CleanseContract", package: "cleanse")

// The types that several sample plugins share. They are shared libraries in a separate package,
// because a plugin that embeds its own copy of a protocol has a different protocol of the same
// name: its bindings would never satisfy the requests of another plugin.
let package = Package(
  name: "TextFilterAPI",
  products: [
    .library(name: "TextFilterAPI", type: .dynamic, targets: ["TextFilterAPI"]),
    // The same contract for filters that are written in C, which consists of a header only.
    .library(name: "CTextFilterAPI", targets: ["CTextFilterAPI"]),
    .library(name: "WordCounting", type: .dynamic, targets: ["WordCounting"]),
  ],
  dependencies: [.package(name: "cleanse", path: "../..")],
  targets: [
    .target(
      name: "TextFilterAPI", path: "TextFilterAPI",
      swiftSettings: evolving, plugins: [contract]),
    .target(name: "CTextFilterAPI", path: "CTextFilterAPI"),
    .target(
      name: "WordCounting", path: "WordCounting",
      swiftSettings: evolving, plugins: [contract]),
  ],
  swiftLanguageModes: [.v6]
)
