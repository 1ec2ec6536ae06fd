// swift-tools-version: 6.2
import PackageDescription

// The package of the installed framework; on a machine that has it elsewhere, the variable names it.
let framework =
  Context.environment["CLEANSE"]
  ?? "@SHARE@"
let runtime = Target.Dependency.product(name: "CleanseRuntime", package: "cleanse")
let contract = Target.Dependency.product(name: "@CONTRACTMODULE@", package: "@CONTRACTNAME@")
// The programs find the libraries of the installation, or those that are copied next to them.
let search: [LinkerSetting] = [
  .unsafeFlags(["-Xlinker", "-rpath=\(framework)/../../lib/cleanse/runtime"])
]

let package = Package(
  name: "@NAME@",
  dependencies: [.package(name: "cleanse", path: framework), .package(path: "@CONTRACTNAME@")],
  targets: [
    .executableTarget(
      name: "@MODULE@", dependencies: [runtime, contract], linkerSettings: search),
    .testTarget(
      name: "@MODULE@Tests", dependencies: ["@MODULE@", runtime, contract],
      linkerSettings: search),
  ],
  swiftLanguageModes: [.v6])
