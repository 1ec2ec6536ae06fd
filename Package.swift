// swift-tools-version: 6.2
import PackageDescription

/// What every Swift target of the package is compiled with.
let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// What the two modules that plugins are compiled against have beside that: their layout can then grow
/// without breaking plugins. Only declarations that are `@frozen` or `@inlinable` promise more.
///
/// SwiftPM 6.3 accepts the flag also in a package that somebody depends on by URL. It also writes a textual
/// interface then, and checks it.
let evolving: [SwiftSetting] = settings + [.unsafeFlags(["-enable-library-evolution"])]

let package = Package(
  name: "cleanse",
  products: [
    // For applications without plugins.
    .library(name: "Cleanse", targets: ["Cleanse"]),
    // What a host and its plugins share; it has to be one library, or the two sides
    // get two different types of the same name.
    .library(
      name: "CleanseRuntime",
      type: .dynamic,
      targets: [
        "Cleanse", "CleansePlugin", "CCleansePlugin", "CleansePluginHost", "PluginManifest",
      ]
    ),
    // Turns plugin.json into the note and the entry point of a plugin.
    .plugin(name: "CleansePluginManifest", targets: ["CleansePluginManifest"]),
  ],
  targets: [
    .target(name: "Cleanse", swiftSettings: evolving),
    .target(name: "CCleansePlugin"),
    .target(
      name: "CleansePlugin",
      dependencies: ["Cleanse", "CCleansePlugin"],
      // The check is not told where the module of CCleansePlugin is.
      swiftSettings: evolving + [.unsafeFlags(["-no-verify-emitted-module-interface"])],
      plugins: ["InterfaceDigest"]
    ),
    .target(name: "PluginManifest", swiftSettings: settings),
    .target(
      name: "CleansePluginHost",
      dependencies: [
        "Cleanse", "CleansePlugin", "CCleansePlugin", "PluginManifest", "CELF",
        "CFFI", "CForeignCalls", "CLoadedObjects", "CProbe", "CSodium",
      ],
      swiftSettings: settings + [.strictMemorySafety()]
    ),
    .target(name: "CLoadedObjects"),
    .target(name: "CProbe"),
    .target(
      name: "CForeignCalls", dependencies: ["CFFI"], linkerSettings: [.linkedLibrary("stdc++")]),
    .systemLibrary(name: "CFFI", pkgConfig: "libffi", providers: [.apt(["libffi-dev"])]),
    .systemLibrary(name: "CELF", pkgConfig: "libelf", providers: [.apt(["libelf-dev"])]),
    .systemLibrary(
      name: "CSodium", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"])]),
    .executableTarget(
      name: "plugin-manifest", dependencies: ["PluginManifest"], swiftSettings: settings),
    .plugin(
      name: "CleansePluginManifest", capability: .buildTool(), dependencies: ["plugin-manifest"]),
    .plugin(name: "InterfaceDigest", capability: .buildTool(), dependencies: ["plugin-manifest"]),
    .testTarget(
      name: "CleanseTests", dependencies: ["Cleanse"], exclude: ["Golden"],
      swiftSettings: settings),
    .testTarget(
      name: "PluginManifestTests", dependencies: ["PluginManifest", "plugin-manifest"],
      exclude: ["Fixtures"], swiftSettings: settings),
    .testTarget(
      name: "CleansePluginHostTests",
      dependencies: [
        "Cleanse", "CCleansePlugin", "CleansePlugin", "CleansePluginHost", "PluginManifest",
      ],
      exclude: ["Golden"],
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
