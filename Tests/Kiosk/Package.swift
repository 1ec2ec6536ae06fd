// swift-tools-version: 6.2
import PackageDescription

let cleanse = Target.Dependency.product(name: "Cleanse", package: "cleanse")

// A package with what makes it hard to check the graphs of its targets. Its findings are seeded: the test expects each
// at the line of a comment.
let package = Package(
  name: "Kiosk",
  dependencies: [
    .package(name: "cleanse", path: "../.."),
    .package(path: "Shelf"),
  ],
  targets: [
    .target(name: "Stand", dependencies: [cleanse], swiftSettings: [.swiftLanguageMode(.v5)]),
    // Two programs that can't be linked into one, as both define the same symbol.
    .executableTarget(name: "Till", dependencies: ["Stand", cleanse]),
    .executableTarget(
      name: "Scale",
      dependencies: ["Stand", cleanse, .product(name: "Shelf", package: "Shelf")]),
    .target(name: "CCounter"),
    .target(
      name: "Counter", dependencies: ["CCounter", cleanse],
      swiftSettings: [.interoperabilityMode(.Cxx)]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .target(name: "Archive", dependencies: ["CZlib", cleanse]),
    .target(name: "Ledger", dependencies: [cleanse]),
    .target(name: "Oven", dependencies: [cleanse]),
    .plugin(name: "WriteMenu", capability: .buildTool()),
    .target(name: "Menu", dependencies: [cleanse], plugins: ["WriteMenu"]),
    .target(name: "Toys"),
  ],
  swiftLanguageModes: [.v6])
