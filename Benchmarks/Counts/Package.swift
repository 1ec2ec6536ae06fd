// swift-tools-version: 6.2
import PackageDescription

/// The settings of all Swift targets of the package.
let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .strictMemorySafety(),
]

/// The programs whose instructions and bytes `scripts/bench counts` counts. They use the framework as other packages do.
let package = Package(
  name: "counts",
  products: [
    .executable(name: "count-framework5", targets: ["count-framework5"]),
    .executable(name: "count-framework6", targets: ["count-framework6"]),
    .executable(name: "count-plugins", targets: ["count-plugins"]),
  ],
  dependencies: [
    .package(name: "cleanse", path: "../.."),
    .package(name: "benchmarks", path: ".."),
  ],
  targets: [
    // The same sources in both language modes, in which the compiler chooses different overloads. The first folder is a
    // link to the second.
    framework("count-framework5", .v5),
    framework("count-framework6", .v6),
    // The commands of a host, without the threads that valgrind can't run.
    .executableTarget(
      name: "count-plugins",
      dependencies: ["CCounted", .product(name: "CleanseRuntime", package: "cleanse")],
      swiftSettings: settings),
    .target(name: "CCounted"),
  ],
  swiftLanguageModes: [.v6]
)

func framework(_ name: String, _ mode: SwiftLanguageMode) -> Target {
  .executableTarget(
    name: name,
    dependencies: [
      "CCounted", .product(name: "CMalloc", package: "benchmarks"),
      .product(name: "Cleanse", package: "cleanse"),
    ],
    swiftSettings: settings + [.swiftLanguageMode(mode)],
    plugins: [.plugin(name: "GenerateInputs", package: "benchmarks")])
}
