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

/// What the two modules that plugins are compiled against have beside that: their layout can then grow
/// without breaking plugins. Only declarations that are `@frozen` or `@inlinable` promise more.
///
/// SwiftPM 6.3 accepts the flag also in a package that somebody depends on by URL. It also writes a textual
/// interface then, and checks it.
let evolving: [SwiftSetting] = strict + [.unsafeFlags(["-enable-library-evolution"])]

let package = Package(
  name: "cleanse",
  // Linux is what is tested; of others, what the modules `Synchronization` and `Cleanse` need. The targets that
  // say so work on Linux only.
  platforms: [.macOS(.v15)],
  products: [
    // For applications without plugins.
    .library(name: "Cleanse", targets: ["Cleanse"]),
    // What a host and its plugins share; it has to be one library, or the two sides
    // get two different types of the same name.
    .library(
      name: "CleanseRuntime",
      type: .dynamic,
      targets: [
        "Cleanse", "CleanseC", "CleanseGraph", "CleansePlugin", "CCleansePlugin",
        "CleansePluginHost", "CleanseSupport", "PluginManifest",
      ]
    ),
    // Turns plugin.json into the note and the entry point of a plugin.
    .plugin(name: "CleansePluginManifest", targets: ["CleansePluginManifest"]),
    // For the tests of this repository only, whose packages share it; it may change or go at any time.
    .library(name: "CleanseTestSupport", targets: ["CleanseTestSupport"]),
  ],
  targets: [
    // What the other targets need and what knows nothing of them. Without library evolution, so that calling
    // it costs nothing; therefore no interface of the two modules below may mention it.
    .target(name: "CleanseSupport", swiftSettings: strict),
    // Graphs as data: keys, declarations, what the resolver decides, validators and findings.
    .target(name: "CleanseGraph", dependencies: ["CleanseSupport"], swiftSettings: evolving),
    // What users write, and what builds their objects.
    .target(
      name: "Cleanse", dependencies: ["CleanseGraph", "CleanseSupport"], swiftSettings: evolving),
    // Bindings of C plugins: what their names mean, and how values cross.
    .target(
      name: "CleanseC", dependencies: ["Cleanse", "CleanseSupport"], swiftSettings: evolving),
    .target(name: "CCleansePlugin"),
    .target(
      name: "CleansePlugin",
      dependencies: ["Cleanse", "CleanseC", "CleanseSupport", "CCleansePlugin"],
      // The check is not told where the module of CCleansePlugin is.
      swiftSettings: evolving + [.unsafeFlags(["-no-verify-emitted-module-interface"])],
      plugins: ["InterfaceDigest"]
    ),
    .target(name: "PluginManifest", dependencies: ["CleanseSupport"], swiftSettings: strict),
    // Linux only: ELF, the dynamic linker of glibc, pidfd, namespaces of /proc.
    .target(
      name: "CleansePluginHost",
      dependencies: [
        "Cleanse", "CleanseC", "CleansePlugin", "CleanseSupport", "CCleansePlugin",
        "PluginManifest", "CELF",
        "CFFI", "CForeignCalls", "CLoadedObjects", "CProbe", "CSodium",
      ],
      swiftSettings: strict
    ),
    // Linux only, as is the next one.
    .target(name: "CLoadedObjects"),
    .target(name: "CProbe"),
    .target(
      name: "CForeignCalls", dependencies: ["CFFI"], linkerSettings: [.linkedLibrary("stdc++")]),
    .systemLibrary(name: "CFFI", pkgConfig: "libffi", providers: [.apt(["libffi-dev"])]),
    // Linux only.
    .systemLibrary(name: "CELF", pkgConfig: "libelf", providers: [.apt(["libelf-dev"])]),
    .systemLibrary(
      name: "CSodium", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"])]),
    .executableTarget(
      name: "plugin-manifest", dependencies: ["CleanseSupport", "PluginManifest"],
      swiftSettings: strict),
    .plugin(
      name: "CleansePluginManifest", capability: .buildTool(), dependencies: ["plugin-manifest"]),
    .plugin(name: "InterfaceDigest", capability: .buildTool(), dependencies: ["plugin-manifest"]),
    // It depends on no other target: a test that links CleanseRuntime would get a second copy of it.
    .target(name: "CleanseTestSupport", path: "Tests/Support", swiftSettings: settings),
    .testTarget(
      name: "CleanseSupportTests", dependencies: ["CleanseSupport"], swiftSettings: settings),
    .testTarget(
      name: "CleanseTestSupportTests", dependencies: ["CleanseTestSupport"],
      path: "Tests/SupportTests",
      exclude: ["Golden"], swiftSettings: settings),
    .testTarget(
      name: "CleanseTests",
      dependencies: ["Cleanse", "CleanseC", "CleanseGraph", "CleanseTestSupport"],
      exclude: ["Golden"],
      swiftSettings: settings),
    .testTarget(
      name: "PluginManifestTests",
      dependencies: ["CleanseSupport", "CleanseTestSupport", "PluginManifest", "plugin-manifest"],
      exclude: ["Fixtures"], swiftSettings: settings),
    .testTarget(
      name: "CleansePluginHostTests",
      dependencies: [
        "Cleanse", "CleanseC", "CCleansePlugin", "CleanseGraph", "CleansePlugin",
        "CleansePluginHost", "CleanseSupport", "CleanseTestSupport",
        "PluginManifest",
      ],
      exclude: ["Golden"],
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
