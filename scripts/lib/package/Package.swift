// swift-tools-version: 6.2
import PackageDescription

// The installed framework, for plugins that are built with SwiftPM. It has the products of the package that it was
// built from, as far as plugins need them, so the same plugin builds with either.
let package = Package(
  name: "cleanse",
  products: [
    .library(name: "CleanseRuntime", targets: ["CleanseInstalled"]),
    .plugin(name: "CleansePluginManifest", targets: ["CleansePluginManifest"]),
  ],
  targets: [
    .systemLibrary(name: "CleanseInstalled", pkgConfig: "cleanse"),
    .plugin(name: "CleansePluginManifest", capability: .buildTool()),
  ]
)
