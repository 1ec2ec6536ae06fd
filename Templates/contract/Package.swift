// swift-tools-version: 6.2
import PackageDescription

// The package of the installed framework; on a machine that has it elsewhere, the variable names it.
let framework =
  Context.environment["CLEANSE"]
  ?? "@SHARE@"
// A package that others use by its URL can't depend on the path of another one, so pkg-config finds the framework. With
// CLEANSE_PACKAGE=1, it is that package: for its command check-contract, and for builds with a clone of the framework.
let usesPackage = Context.environment["CLEANSE_PACKAGE"] == "1"
let runtime: Target.Dependency =
  usesPackage
  ? .product(name: "CleanseRuntime", package: "cleanse") : "CCleanseFor@MODULE@"

let package = Package(
  name: "@NAME@",
  products: [.library(name: "@MODULE@", type: .dynamic, targets: ["@MODULE@"])],
  dependencies: usesPackage ? [.package(name: "cleanse", path: framework)] : [],
  targets: [
    // The name has that of the contract, since an application with two contracts has both targets.
    .systemLibrary(name: "CCleanseFor@MODULE@", pkgConfig: "cleanse"),
    .target(
      name: "@MODULE@", dependencies: [runtime], exclude: ["contract.json"],
      // Plugins that were built with an older minor version run with this one.
      swiftSettings: [.unsafeFlags(["-enable-library-evolution"])]),
    .testTarget(
      name: "@MODULE@Tests", dependencies: ["@MODULE@"],
      // The tests load the installed framework.
      linkerSettings: [.unsafeFlags(["-Xlinker", "-rpath=\(framework)/../../lib"])]),
  ],
  swiftLanguageModes: [.v6])
