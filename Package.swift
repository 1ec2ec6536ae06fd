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

/// What the modules that plugins are compiled against have beside that: their layout can then grow without
/// breaking plugins. Only declarations that are `@frozen` or `@inlinable` promise more.
///
/// SwiftPM 6.3 accepts the flag also in a package dependency by URL. The compiler then also writes a textual
/// interface, and checks it. Each of these modules treats the layout of the others' types as unknown. (The
/// compiler's `-package-cmo` would lift that within the package; that of 6.3.1 then fails an assertion in some
/// modules, and compiles others wrongly.)
let evolving: [SwiftSetting] = strict + [.unsafeFlags(["-enable-library-evolution"])]

// The targets from the bottom up, as Documentation/Architecture.md draws them. `scripts/architecture` compares the
// imports with both, so a new one has to be written down here.
let targets: [Target] = [
  // What the other targets need and what knows nothing of them. Without library evolution, so that calling
  // it costs nothing; therefore no interface of a module with it may mention it.
  .target(name: "CleanseSupport", swiftSettings: strict),
  // Digests and signatures of bytes, through libsodium.
  .target(name: "CleanseCrypto", dependencies: ["CSodium"], swiftSettings: strict),
  // Graphs as data: keys, declarations, what the resolver decides, validators and findings.
  .target(name: "CleanseGraph", dependencies: ["CleanseSupport"], swiftSettings: evolving),
  // What graphs tell those who look at them: ways, losses, differences, baselines.
  .target(
    name: "GraphAnalysis", dependencies: ["CleanseGraph", "CleanseCrypto", "CleanseSupport"],
    swiftSettings: strict),
  // What users write, and what builds their objects.
  .target(
    name: "Cleanse", dependencies: ["CleanseGraph", "CleanseSupport"], swiftSettings: evolving),
  // Bindings of C plugins: what their names mean, and how values cross.
  .target(
    name: "CleanseC", dependencies: ["Cleanse", "CleanseGraph", "CleanseSupport"],
    swiftSettings: evolving),
  // What a Swift plugin imports.
  .target(
    name: "CleansePlugin",
    dependencies: ["Cleanse", "CleanseC", "CleanseSupport", "CCleansePlugin"],
    // The check is not told where the module of CCleansePlugin is.
    swiftSettings: evolving + [.unsafeFlags(["-no-verify-emitted-module-interface"])],
    plugins: ["InterfaceDigest"]
  ),
  // plugin.json, and the note that it becomes.
  .target(name: "PluginMetadata", dependencies: ["CleanseSupport"], swiftSettings: strict),
  // What plugins' files say without being run. Linux only, as are all targets from here on: ELF, the dynamic
  // linker of glibc, pidfd, namespaces of /proc.
  .target(
    name: "PluginFiles",
    dependencies: [
      "CleansePlugin", "Cleanse", "CleanseGraph", "CleanseCrypto", "CleanseSupport",
      "PluginMetadata", "CCleansePlugin", "CELF", "CLoadedObjects",
    ],
    swiftSettings: strict),
  // Whether a file is the one that was meant: permissions, locks, signatures, the policy file.
  .target(
    name: "PluginTrust",
    dependencies: [
      "PluginFiles", "CleanseGraph", "CleanseCrypto", "CleanseSupport", "PluginMetadata", "CXattr",
    ],
    swiftSettings: strict),
  // The function table that C plugins are given, their signatures, and calls.
  .target(
    name: "PluginCABI",
    dependencies: [
      "CleansePlugin", "CleanseC", "Cleanse", "CleanseGraph", "CleanseSupport",
      "CCleansePlugin", "CFFI", "CForeignCalls",
    ],
    swiftSettings: strict),
  // Plugins in this process: the only dlopen, and how they and a component become one recording.
  .target(
    name: "PluginLoading",
    dependencies: [
      "PluginFiles", "PluginCABI", "CleansePlugin", "CleanseC", "Cleanse", "CleanseGraph",
      "CleanseCrypto", "PluginMetadata", "CleanseSupport", "CCleansePlugin", "CProbe",
    ],
    swiftSettings: strict),
  // Plugins in processes of their own, and the cached outcomes.
  .target(
    name: "PluginProbing",
    dependencies: [
      "PluginLoading", "PluginTrust", "PluginCABI", "PluginFiles", "CleanseC", "Cleanse",
      "CleanseGraph", "CleanseCrypto", "CleanseSupport", "PluginMetadata", "CProbe",
    ],
    swiftSettings: strict),
  // What an application imports to have plugins: all of the above, discovered and combined; graphs as files.
  .target(
    name: "CleansePluginHost",
    dependencies: [
      "PluginProbing", "PluginLoading", "PluginTrust", "PluginCABI", "PluginFiles",
      "GraphAnalysis", "CleansePlugin", "CleanseC", "Cleanse", "CleanseGraph", "CleanseCrypto",
      "CleanseSupport", "PluginMetadata",
    ],
    swiftSettings: strict
  ),
  // Graphs as pictures and pages.
  .target(
    name: "GraphRendering",
    dependencies: [
      "CleansePluginHost", "GraphAnalysis", "CleanseGraph", "CleanseSupport", "EmbeddedPage",
      "CWidth",
    ],
    swiftSettings: strict),
  // The commands of `host`, with their options and reports.
  .target(
    name: "PluginCommands",
    dependencies: [
      "GraphRendering", "CleansePluginHost", "GraphAnalysis", "CleansePlugin", "CleanseGraph",
      "CleanseSupport", "EmbeddedDiagnostics", "CGetopt",
    ],
    swiftSettings: strict),
]

// Targets of their own, as the compiler takes seconds for the files that they embed.
let embedded: [Target] = [
  // The reference of all codes; the file is a link to the one in Documentation.
  .target(
    name: "EmbeddedDiagnostics", resources: [.embedInCode("Diagnostics.md")], swiftSettings: strict),
  // What of the page of a graph runs in the browser.
  .target(name: "EmbeddedPage", resources: [.embedInCode("Web")], swiftSettings: strict),
]

let targetsInC: [Target] = [
  .target(name: "CCleansePlugin"),
  // Linux only, as is the next one.
  .target(name: "CLoadedObjects"),
  .target(name: "CProbe"),
  .target(
    name: "CForeignCalls", dependencies: ["CFFI"], linkerSettings: [.linkedLibrary("stdc++")]),
  .systemLibrary(name: "CFFI", pkgConfig: "libffi", providers: [.apt(["libffi-dev"])]),
  // Linux only.
  .systemLibrary(name: "CELF", pkgConfig: "libelf", providers: [.apt(["libelf-dev"])]),
  .systemLibrary(name: "CSodium", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"])]),
  .systemLibrary(name: "CGetopt"),
  .systemLibrary(name: "CWidth"),
  // Linux only.
  .systemLibrary(name: "CXattr"),
]

let tools: [Target] = [
  .executableTarget(
    name: "plugin-manifest", dependencies: ["CleanseSupport", "PluginMetadata"],
    swiftSettings: strict),
  .plugin(
    name: "CleansePluginManifest", capability: .buildTool(), dependencies: ["plugin-manifest"]),
  .plugin(name: "InterfaceDigest", capability: .buildTool(), dependencies: ["plugin-manifest"]),
]

let tests: [Target] = [
  // These two depend on no other target: a test that links CleanseRuntime would get a second copy of it.
  .target(name: "CleanseTestSupport", path: "Tests/Support", swiftSettings: strict),
  // Shared libraries made byte by byte, for tests and for the self-test of a host.
  .target(name: "ElfImages", swiftSettings: strict),
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
    name: "PluginMetadataTests",
    dependencies: ["CleanseSupport", "CleanseTestSupport", "PluginMetadata", "plugin-manifest"],
    exclude: ["Fixtures"], swiftSettings: settings),
  .testTarget(
    name: "CleansePluginHostTests",
    dependencies: [
      "CleansePluginHost", "CCleansePlugin", "CProbe", "CleanseTestSupport", "ElfImages",
    ],
    exclude: ["Golden"],
    swiftSettings: settings),
  .testTarget(
    name: "PluginCommandsTests",
    dependencies: ["PluginCommands", "CleanseTestSupport"],
    exclude: ["Golden"],
    swiftSettings: settings),
]

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
      name: "CleanseRuntime", type: .dynamic,
      targets: (targets + embedded).map(\.name) + ["CCleansePlugin"]),
    // Turns plugin.json into the note and the entry point of a plugin.
    .plugin(name: "CleansePluginManifest", targets: ["CleansePluginManifest"]),
    // For the other packages of this repository only; they may change or go at any time.
    .library(name: "CleanseTestSupport", targets: ["CleanseTestSupport"]),
    .library(name: "ElfImages", targets: ["ElfImages"]),
  ],
  targets: targets + embedded + targetsInC + tools + tests,
  swiftLanguageModes: [.v6]
)
