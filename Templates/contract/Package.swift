// swift-tools-version: 6.2
import PackageDescription

// The package of the installed framework; on a machine that has it elsewhere, the variable names it.
let framework =
  Context.environment["CLEANSE"]
  ?? "@SHARE@"
let runtime = Target.Dependency.product(name: "CleanseRuntime", package: "cleanse")

let package = Package(
  name: "@NAME@",
  products: [.library(name: "@MODULE@", type: .dynamic, targets: ["@MODULE@"])],
  dependencies: [.package(name: "cleanse", path: framework)],
  targets: [
    .target(
      name: "@MODULE@", dependencies: [runtime],
      // Plugins that were built with an older minor version run with this one.
      swiftSettings: [.unsafeFlags(["-enable-library-evolution"])],
      plugins: [.plugin(name: "CleanseContract", package: "cleanse")]),
    .testTarget(
      name: "@MODULE@Tests", dependencies: ["@MODULE@"],
      // The tests load the installed framework.
      linkerSettings: [.unsafeFlags(["-Xlinker", "-rpath=\(framework)/../../lib"])]),
  ],
  swiftLanguageModes: [.v6])
