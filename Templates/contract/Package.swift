// swift-tools-version: 6.2
import PackageDescription

// The package of the installed framework; on a machine that has it elsewhere, the variable names it.
let framework =
  Context.environment["CLEANSE"]
  ?? "@SHARE@"

let package = Package(
  name: "@NAME@",
  products: [.library(name: "@MODULE@", type: .dynamic, targets: ["@MODULE@"])],
  dependencies: [.package(name: "cleanse", path: framework)],
  targets: [
    .target(
      name: "@MODULE@",
      // Plugins that were built with an older minor version run with this one.
      swiftSettings: [.unsafeFlags(["-enable-library-evolution"])],
      plugins: [.plugin(name: "CleanseContract", package: "cleanse")]),
    .testTarget(name: "@MODULE@Tests", dependencies: ["@MODULE@"]),
  ],
  swiftLanguageModes: [.v6])
