// swift-tools-version: 6.2
import PackageDescription

/// What every Swift target of the package is compiled with; tests have nothing else.
let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// What is no test says where it is not safe for memory.
let strict: [SwiftSetting] = settings + [.strictMemorySafety()]

let package = Package(
  name: "host",
  products: [
    .executable(name: "host", targets: ["host"])
  ],
  dependencies: [
    // The plugins and their host have to share one copy of the framework, which only the dynamic
    // product of another package gives them.
    .package(name: "cleanse", path: "../..")
  ],
  targets: [
    .executableTarget(name: "host", dependencies: ["HostProgram"], swiftSettings: strict),
    .target(
      name: "HostProgram",
      dependencies: [
        "CGetopt", "CWidth", "DiagnosticsReference", "PageSources",
        .product(name: "CleanseRuntime", package: "cleanse"),
      ],
      swiftSettings: strict
    ),
    // A target of its own, as the compiler takes seconds for the document that it embeds. The file is
    // a link to the one in Documentation.
    .target(
      name: "DiagnosticsReference", resources: [.embedInCode("Diagnostics.md")],
      swiftSettings: strict),
    // For the same reason.
    .target(name: "PageSources", resources: [.embedInCode("Web")], swiftSettings: strict),
    .systemLibrary(name: "CGetopt"),
    .systemLibrary(name: "CWidth"),
    .testTarget(
      name: "HostProgramTests",
      dependencies: [
        "DiagnosticsReference", "HostProgram", "PageSources",
        .product(name: "CleanseRuntime", package: "cleanse"),
        .product(name: "CleanseTestSupport", package: "cleanse"),
      ],
      exclude: ["Golden"],
      swiftSettings: settings
    ),
  ],
  swiftLanguageModes: [.v6]
)
