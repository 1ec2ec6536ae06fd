// swift-tools-version: 6.2
import PackageDescription

// The sources of the framework: a clone next to this package, unless the variable names another directory. Packages of
// contracts read the same variable, so that all use one framework.
let framework = Context.environment["CLEANSE"] ?? "../cleanse"
let runtime = Target.Dependency.product(name: "CleanseRuntime", package: "cleanse")

let package = Package(
  name: "@NAME@",
  dependencies: [.package(name: "cleanse", path: framework)],
  targets: [
    .executableTarget(name: "@MODULE@", dependencies: [runtime]),
    .testTarget(name: "@MODULE@Tests", dependencies: ["@MODULE@", runtime]),
  ],
  swiftLanguageModes: [.v6])
