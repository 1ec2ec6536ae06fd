// swift-tools-version: 6.2
import PackageDescription

// The installed framework, for plugins that are built with SwiftPM. It has the products of the package that it was
// built from, as far as plugins need them, so the same plugin builds with either.
let package = Package(
  name: "cleanse",
  products: [
    .library(name: "CleanseRuntime", targets: ["CleanseInstalled"]),
    .plugin(name: "CleansePluginManifest", targets: ["CleansePluginManifest"]),
    .plugin(name: "CleanseContract", targets: ["CleanseContract"]),
    .plugin(name: "CheckContract", targets: ["CheckContract"]),
  ],
  targets: [
    .systemLibrary(name: "CleanseInstalled", pkgConfig: "cleanse"),
    .plugin(name: "CleansePluginManifest", capability: .buildTool()),
    .plugin(name: "CleanseContract", capability: .buildTool()),
    .plugin(
      name: "CheckContract",
      capability: .command(
        intent: .custom(
          verb: "check-contract",
          description: "Compare the interfaces of contracts with their recorded versions"))),
  ]
)
