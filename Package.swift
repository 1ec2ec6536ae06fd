// swift-tools-version: 6.2
import PackageDescription

/// The settings of every Swift target of the package.
let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// The settings of tests. Their declarations are macros, which take a quarter of the compiler's time. Each of its processes expands those
/// of all files, so there is one for each processor instead of one for each 25 files.
let testing: [SwiftSetting] =
  settings + [.unsafeFlags(["-driver-batch-size-limit", "1000"])]

/// The settings of all targets but tests. They mark code that is not memory-safe, and make the start of each process cheap:
///
/// - Without an own cache for each conformance and generic type, which are 128 bytes each, a process writes to fewer pages.
/// - If metadata is not found by its mangled name, the conformances of a generic type's arguments are known. To find them, such as
///   that of the element of a `Set`, the runtime would search those of all loaded libraries.
let strict: [SwiftSetting] =
  settings + [
    .strictMemorySafety(),
    .unsafeFlags([
      "-Xfrontend", "-disable-preallocated-instantiation-caches",
      "-Xfrontend", "-disable-concrete-type-metadata-mangled-name-accessors",
    ]),
  ]

/// The settings of the modules that plugins are compiled against: their layout can grow without breaking plugins.
/// Only declarations that are `@frozen` or `@inlinable` promise more.
///
/// SwiftPM 6.3 accepts the flag also in a package dependency by URL. The compiler then also writes and checks a
/// textual interface. Each of these modules treats the layout of the others' types as unknown. (The option
/// `-package-cmo` would lift that within the package, but the compiler 6.3.1 then fails an assertion in some
/// modules, and compiles others wrongly.)
let evolving: [SwiftSetting] = strict + [.unsafeFlags(["-enable-library-evolution"])]

/// The versions of the symbols of `CleanseRuntime`, for the linker, whose working directory is that of the build.
let runtimeMap = "\(Context.packageDirectory)/Sources/CleansePluginHost/CleanseRuntime.map"

// The targets from the bottom up, as Documentation/Architecture.md draws them. `scripts/architecture` compares the
// imports with both.
let targets: [Target] = [
  // Independent of all other targets. Compiled without library evolution, so that calls into it cost nothing;
  // therefore no public interface of a module with library evolution may mention it.
  .target(name: "CleanseSupport", swiftSettings: strict),
  // Digests and signatures of bytes, through libsodium.
  .target(name: "CleanseCrypto", dependencies: ["CCleanseSodium"], swiftSettings: strict),
  // Graphs as data: keys, declarations, the resolver, validators and findings.
  .target(name: "CleanseGraph", dependencies: ["CleanseSupport"], swiftSettings: evolving),
  // Queries of graphs: paths, removals, differences; levels and baselines of findings.
  .target(
    name: "CleanseGraphAnalysis",
    dependencies: [
      "CleanseGraph", "CleanseCrypto", "CleanseSupport", "CleanseEmbeddedDiagnostics",
    ],
    swiftSettings: strict),
  // Options, formats and baselines of commands that report findings.
  .target(
    name: "CleanseFindingReports",
    dependencies: [
      "CleanseGraphAnalysis", "CleanseGraph", "CleanseSupport", "CleanseEmbeddedDiagnostics",
      "CCleanseGetopt",
    ],
    swiftSettings: strict),
  // The API for modules and components, and the linker.
  .target(
    name: "Cleanse", dependencies: ["CleanseGraph", "CleanseSupport"], swiftSettings: evolving),
  // Bindings of C plugins: the resolution of their names, and the conversion of values.
  .target(
    name: "CleanseC", dependencies: ["Cleanse", "CleanseGraph", "CleanseSupport"],
    swiftSettings: evolving),
  // What only code for the published framework needs: names that work, and names with the line to write instead.
  .target(
    name: "CleanseMigration", dependencies: ["Cleanse", "CleanseGraph"],
    swiftSettings: strict + [.swiftLanguageMode(.v5)]),
  // The API for Swift plugins.
  .target(
    name: "CleansePlugin",
    dependencies: [
      "Cleanse", "CleanseC", "CleanseGraph", "CleansePluginMetadata", "CleanseSupport",
      "CCleansePlugin",
    ],
    // The check of the interface does not find the module of CCleansePlugin.
    swiftSettings: evolving + [.unsafeFlags(["-no-verify-emitted-module-interface"])]),
  // What the stamps of this build's host and plugins say about the framework.
  .target(name: "CleanseBuildIdentity", swiftSettings: strict, plugins: ["WriteBuildIdentity"]),
  // plugin.json, and the note that is made from it.
  .target(name: "CleansePluginMetadata", dependencies: ["CleanseSupport"], swiftSettings: strict),
  // The inspection of plugin files without running them. Linux only, as are all targets from here on: ELF, the
  // dynamic linker of glibc, pidfd, namespaces of /proc.
  .target(
    name: "CleansePluginFiles",
    dependencies: [
      "CleanseGraph", "CleanseCrypto", "CleanseSupport", "CleanseBuildIdentity",
      "CleansePluginMetadata", "CCleansePlugin", "CCleanseELF", "CCleanseLoadedObjects",
    ],
    swiftSettings: strict),
  // Whether a file is the intended one: permissions, locks, signatures, the policy file.
  .target(
    name: "CleansePluginTrust",
    dependencies: [
      "CleansePluginFiles", "CleanseGraphAnalysis", "CleanseGraph", "CleanseCrypto",
      "CleanseSupport", "CleansePluginMetadata", "CCleanseXattr",
    ],
    swiftSettings: strict),
  // The function table of C plugins, their signatures, and calls.
  .target(
    name: "CleansePluginCABI",
    dependencies: [
      "CleansePlugin", "CleanseC", "Cleanse", "CleanseGraph", "CleansePluginMetadata",
      "CleanseSupport", "CCleansePlugin", "CCleanseFFI", "CCleanseForeignCalls",
    ],
    swiftSettings: strict),
  // What probing and supervision need of processes: descriptors, handles, the clock, messages, crash reports in shared
  // memory.
  .target(
    name: "CleanseProcesses", dependencies: ["CleanseSupport", "CCleanseProbe"],
    swiftSettings: strict),
  // Confines the calling process with Landlock and seccomp, and reports what it was refused. Knows nothing of plugins.
  .target(
    name: "CleanseConfinement",
    dependencies: ["CleanseSupport", "CCleanseConfinement", "CCleanseSeccomp"],
    swiftSettings: strict),
  // Loads plugins into this process, with the only dlopen of Swift code, and records them with a component.
  .target(
    name: "CleansePluginLoading",
    dependencies: [
      "CleansePluginFiles", "CleansePluginCABI", "CleansePlugin", "CleanseC", "Cleanse",
      "CleanseGraph", "CleanseGraphAnalysis", "CleanseCrypto", "CleansePluginMetadata",
      "CleanseSupport", "CCleansePlugin", "CCleanseProbe",
    ],
    swiftSettings: strict),
  // Loads plugins in separate processes, and caches the outcomes.
  .target(
    name: "CleansePluginProbing",
    dependencies: [
      "CleansePluginLoading", "CleansePluginTrust", "CleansePluginCABI", "CleansePluginFiles",
      "CleansePlugin", "CleanseC", "Cleanse", "CleanseGraphAnalysis", "CleanseGraph",
      "CleanseCrypto", "CleanseSupport", "CleansePluginMetadata", "CleanseProcesses",
      "CleanseConfinement", "CCleanseProbe",
    ],
    swiftSettings: strict),
  // The API for applications with plugins: discovery and combination, graph files.
  .target(
    name: "CleansePluginHost",
    dependencies: [
      "CleansePluginProbing", "CleansePluginLoading", "CleansePluginTrust", "CleansePluginCABI",
      "CleansePluginFiles", "CleanseGraphAnalysis", "CleansePlugin", "CleanseC", "Cleanse",
      "CleanseGraph", "CleanseCrypto", "CleanseSupport", "CleansePluginMetadata",
    ],
    exclude: ["CleanseRuntime.map"],
    swiftSettings: strict,
    linkerSettings: [
      // The name of `CleanseRuntime`. Without one, the linker writes the path of the built file into it.
      .unsafeFlags(["-Xlinker", "-soname=libCleanseRuntime.so"], .when(platforms: [.linux])),
      // The version of the symbols that programs use.
      .unsafeFlags(
        ["-Xlinker", "--version-script=\(runtimeMap)"], .when(platforms: [.linux])),
      // Plugins that are compiled without optimisation need it, and find it only if the program has loaded it.
      .linkedLibrary("swiftSwiftOnoneSupport", .when(platforms: [.linux])),
    ]
  ),
  // Keeps worker processes running: signals, listening sockets, systemd, the control socket. Runs no plugin code.
  .target(
    name: "CleanseSupervision",
    dependencies: [
      "CleansePluginProbing", "CleansePluginMetadata", "CleansePluginFiles", "CleanseCrypto",
      "CleanseProcesses",
      "CleanseConfinement", "CleanseSupport", "CCleanseProbe", "CCleanseSupervision",
    ],
    swiftSettings: strict),
  // Graphs as pictures and pages.
  .target(
    name: "CleanseGraphRendering",
    dependencies: [
      "CleansePluginHost", "CleanseGraphAnalysis", "CleanseGraph", "CleanseCrypto",
      "CleanseSupport", "CleanseEmbeddedPage", "CCleanseWidth",
    ],
    swiftSettings: strict),
  // The commands of `host`, with their options and reports.
  .target(
    name: "CleansePluginCommands",
    dependencies: [
      "CleanseGraphRendering", "CleansePluginHost", "CleanseSupervision", "CleansePlugin",
      "CleanseFindingReports", "CleanseGraphAnalysis", "CleanseGraph", "CleanseCrypto",
      "CleansePluginMetadata", "CleanseProcesses", "CleanseSupport",
    ],
    swiftSettings: strict),
]

// Separate targets, as the compiler takes seconds for the files that they embed.
let embedded: [Target] = [
  // The reference of all codes; the file is a link to the one in Documentation.
  .target(
    name: "CleanseEmbeddedDiagnostics", resources: [.embedInCode("Diagnostics.md")],
    swiftSettings: strict),
  // The part of the page of a graph that runs in the browser.
  .target(name: "CleanseEmbeddedPage", resources: [.embedInCode("Web")], swiftSettings: strict),
]

let targetsInC: [Target] = [
  .target(name: "CCleansePlugin"),
  // Linux only, as is the next one.
  .target(name: "CCleanseLoadedObjects"),
  .target(name: "CCleanseProbe"),
  // Linux only.
  .target(name: "CCleanseConfinement"),
  // Linux only.
  .target(name: "CCleanseSupervision"),
  .target(
    name: "CCleanseForeignCalls", dependencies: ["CCleanseFFI"],
    linkerSettings: [.linkedLibrary("stdc++")]),
  .systemLibrary(name: "CCleanseFFI", pkgConfig: "libffi", providers: [.apt(["libffi-dev"])]),
  // Linux only.
  .systemLibrary(name: "CCleanseELF", pkgConfig: "libelf", providers: [.apt(["libelf-dev"])]),
  .systemLibrary(
    name: "CCleanseSodium", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"])]),
  // Linux only.
  .systemLibrary(
    name: "CCleanseSeccomp", pkgConfig: "libseccomp", providers: [.apt(["libseccomp-dev"])]),
  .systemLibrary(name: "CCleanseGetopt"),
  .systemLibrary(name: "CCleanseWidth"),
  // Linux only.
  .systemLibrary(name: "CCleanseXattr"),
]

let tools: [Target] = [
  // What these tools share: errors in the format of compilers, generated files, interfaces of modules.
  .target(
    name: "CleanseBuildTools", dependencies: ["CleanseSupport", "CleansePluginMetadata"],
    swiftSettings: strict),
  // The interface of the framework's sources, and the recorded versions of its ABI.
  .target(
    name: "CleanseFrameworkABI",
    dependencies: ["CleanseBuildTools", "CleanseSupport", "CleansePluginMetadata"],
    swiftSettings: strict),
  .executableTarget(
    name: "plugin-manifest",
    dependencies: [
      "CleanseFrameworkABI", "CleanseBuildTools", "CleanseSupport", "CleansePluginMetadata",
    ],
    swiftSettings: strict),
  .executableTarget(
    name: "framework-abi", dependencies: ["CleanseFrameworkABI", "CleanseBuildTools"],
    swiftSettings: strict),
  .plugin(
    name: "CleansePluginManifest", capability: .buildTool(), dependencies: ["plugin-manifest"]),
  .plugin(name: "CleanseContract", capability: .buildTool(), dependencies: ["plugin-manifest"]),
  .plugin(
    name: "CheckContract",
    capability: .command(
      intent: .custom(
        verb: "check-contract",
        description: "Compare the interfaces of contracts with their recorded versions")),
    dependencies: ["plugin-manifest"]),
  .plugin(
    name: "WriteBuildIdentity", capability: .buildTool(), dependencies: ["plugin-manifest"]),
  .executableTarget(
    name: "cleansec",
    dependencies: [
      "CleanseFindingReports", "CleanseGraphAnalysis", "CleanseGraph", "CleanseSupport",
    ],
    swiftSettings: strict),
  .plugin(
    name: "Cleansec",
    capability: .command(
      intent: .custom(
        verb: "cleansec", description: "Check the object graphs of all root components"))),
]

let tests: [Target] = [
  // These two depend on no other target: a test that links CleanseRuntime would get a second copy of it.
  .target(name: "CleanseTestSupport", path: "Tests/Support", swiftSettings: strict),
  // Shared libraries made byte by byte, for tests and for `host doctor`.
  .target(name: "ElfImages", swiftSettings: strict),
  .target(
    name: "CleanseGraphTestSupport", dependencies: ["CleanseGraph"], path: "Tests/GraphSupport",
    swiftSettings: strict),
  // A program that confines itself and tries what it may not do; what it tries is in C.
  .target(name: "CConfinementAttempts", path: "Tests/CConfinementAttempts"),
  .executableTarget(
    name: "confinement-attempts",
    dependencies: ["CleanseConfinement", "CleanseSupport", "CConfinementAttempts"],
    path: "Tests/ConfinementAttempts", swiftSettings: settings),
  .testTarget(
    name: "ConfinementTests",
    dependencies: [
      "CleanseConfinement", "CCleanseConfinement", "CleanseSupport", "CleanseTestSupport",
      "confinement-attempts",
    ],
    swiftSettings: testing),
  .testTarget(
    name: "CleanseSupportTests", dependencies: ["CleanseSupport"], swiftSettings: testing),
  .testTarget(
    name: "CleanseTestSupportTests", dependencies: ["CleanseTestSupport"],
    path: "Tests/SupportTests",
    exclude: ["Golden"], swiftSettings: testing),
  .testTarget(
    name: "CleanseTests",
    dependencies: [
      "Cleanse", "CleanseC", "CleanseGraph", "CleanseGraphTestSupport", "CleanseMigration",
      "CleanseTestSupport", "CleanseGraphAnalysis",
    ],
    exclude: ["Golden", "Migration/Fixtures"],
    swiftSettings: testing),
  .testTarget(
    name: "PluginMetadataTests",
    dependencies: ["CleanseSupport", "CleanseTestSupport", "CleansePluginMetadata"],
    swiftSettings: testing),
  .testTarget(
    name: "BuildToolsTests",
    dependencies: [
      "CleanseBuildTools", "CleanseFrameworkABI", "CleanseTestSupport", "CleansePluginMetadata",
      "plugin-manifest",
    ],
    exclude: ["Fixtures"], swiftSettings: testing),
  .testTarget(
    name: "CleansePluginHostTests",
    dependencies: [
      "CleansePluginHost", "CCleansePlugin", "CCleanseProbe", "CleanseGraphTestSupport",
      "CleanseTestSupport", "ElfImages", "CleansePluginCommands", "CleanseProcesses",
      "CleanseConfinement",
    ],
    exclude: ["Golden"],
    swiftSettings: testing),
  .testTarget(
    name: "FindingReportsTests",
    dependencies: ["CleanseFindingReports", "CleanseTestSupport"],
    exclude: ["Golden"],
    swiftSettings: testing),
  // Code in the style of the published framework, in the language mode that it was written in, and in the Swift 6
  // language mode. The second folder is a link to the first.
  .testTarget(
    name: "PublishedFormTests", dependencies: ["Cleanse", "CleanseMigration"],
    swiftSettings: [
      .swiftLanguageMode(.v5), .enableUpcomingFeature("MemberImportVisibility"),
    ]),
  .testTarget(
    name: "PublishedFormTests6", dependencies: ["Cleanse", "CleanseMigration"],
    swiftSettings: [.enableUpcomingFeature("MemberImportVisibility")]),
  .testTarget(
    name: "SupervisionTests",
    dependencies: [
      "CleanseSupervision", "CleansePluginProbing", "CleanseProcesses", "CleanseCrypto",
      "CleanseSupport",
      "CleanseTestSupport",
    ],
    exclude: ["Golden"], swiftSettings: testing),
  .testTarget(
    name: "PluginCommandsTests",
    dependencies: [
      "CleansePluginCommands", "CleanseSupervision", "CleanseProcesses", "CleanseGraphTestSupport",
      "CleanseTestSupport",
    ],
    exclude: ["Golden"],
    swiftSettings: testing),
]

let package = Package(
  name: "cleanse",
  // Only Linux is tested. The versions of the others are those that `Synchronization` and `Cleanse` require. The
  // targets with that comment work on Linux only.
  platforms: [.macOS(.v15)],
  products: [
    // For applications without plugins.
    .library(name: "Cleanse", targets: ["Cleanse", "CleanseMigration"]),
    // The library that a host and its plugins share. If each had a copy, they would have different types of the
    // same name.
    .library(
      name: "CleanseRuntime", type: .dynamic,
      targets: (targets + embedded).map(\.name) + ["CCleansePlugin"]),
    // Turns plugin.json into the note and the entry point of a plugin.
    .plugin(name: "CleansePluginManifest", targets: ["CleansePluginManifest"]),
    // Turns contract.json into the note of a contract between plugins.
    .plugin(name: "CleanseContract", targets: ["CleanseContract"]),
    // Checks that the version of a contract fits its interface.
    .plugin(name: "CheckContract", targets: ["CheckContract"]),
    // Checks the graphs of all root components of a package.
    .plugin(name: "Cleansec", targets: ["Cleansec"]),
    .executable(name: "cleansec", targets: ["cleansec"]),
    // Only for the other packages of this repository; may change or be removed at any time.
    .library(name: "CleanseTestSupport", targets: ["CleanseTestSupport"]),
    .library(name: "ElfImages", targets: ["ElfImages"]),
  ],
  targets: targets + embedded + targetsInC + tools + tests,
  swiftLanguageModes: [.v6]
)
