// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// What is no test says where it is not safe for memory.
let strict: [SwiftSetting] = settings + [.strictMemorySafety()]

// The types that several sample plugins speak to each other in. They are shared libraries in a
// package of their own, because a plugin that embeds its own copy of a protocol has a different
// protocol of the same name: what it binds would never meet what another plugin asks for.
let package = Package(
  name: "TextFilterAPI",
  products: [
    .library(name: "TextFilterAPI", type: .dynamic, targets: ["TextFilterAPI"]),
    // The same contract for filters that are written in C: a header and nothing else.
    .library(name: "CTextFilterAPI", targets: ["CTextFilterAPI"]),
    .library(name: "WordCounting", type: .dynamic, targets: ["WordCounting"]),
  ],
  targets: [
    .target(name: "TextFilterAPI", path: "TextFilterAPI", swiftSettings: strict),
    .target(name: "CTextFilterAPI", path: "CTextFilterAPI"),
    .target(name: "WordCounting", path: "WordCounting", swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
