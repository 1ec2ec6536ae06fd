// swift-tools-version: 6.2
import PackageDescription

/// The settings of all Swift targets of the package.
let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .strictMemorySafety(),
]

let package = Package(
  name: "benchmarks",
  products: [
    .executable(name: "benchmark", targets: ["benchmark"]),
    .executable(name: "load-plugins", targets: ["load-plugins"]),
    .executable(name: "call-plugins", targets: ["call-plugins"]),
    // For the package in Counts.
    .plugin(name: "GenerateInputs", targets: ["GenerateInputs"]),
    .library(name: "CMalloc", targets: ["CMalloc"]),
  ],
  dependencies: [
    .package(name: "cleanse", path: "..")
  ],
  targets: [
    .executableTarget(
      name: "benchmark",
      dependencies: [
        "BenchmarkInputs", "CMalloc", "Measuring", "ThousandBindings",
        .product(name: "Cleanse", package: "cleanse"),
      ],
      swiftSettings: settings,
      plugins: ["GenerateInputs"]
    ),
    .target(
      name: "ThousandBindings",
      dependencies: [.product(name: "Cleanse", package: "cleanse")],
      swiftSettings: settings,
      plugins: ["GenerateInputs"]
    ),
    // The generators of large sources, which are written at build time.
    .target(name: "BenchmarkInputs", swiftSettings: settings),
    .target(name: "Measuring", swiftSettings: settings),
    // These two share the framework with the plugins that they load.
    .executableTarget(
      name: "load-plugins",
      dependencies: [.product(name: "CleanseRuntime", package: "cleanse")],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "call-plugins",
      dependencies: [
        "CBareCalls", "Measuring", .product(name: "CleanseRuntime", package: "cleanse"),
      ],
      swiftSettings: settings
    ),
    .target(name: "CBareCalls", dependencies: ["CLibFFI"]),
    .systemLibrary(name: "CLibFFI", pkgConfig: "libffi", providers: [.apt(["libffi-dev"])]),
    .systemLibrary(name: "CMalloc"),
    .executableTarget(
      name: "benchmark-inputs", dependencies: ["BenchmarkInputs"], swiftSettings: settings),
    .plugin(
      name: "GenerateInputs", capability: .buildTool(), dependencies: ["benchmark-inputs"]),
  ],
  swiftLanguageModes: [.v6]
)
