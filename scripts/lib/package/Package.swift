// swift-tools-version: 6.2
import PackageDescription

// The installed framework, for plugins and applications that are built with SwiftPM. It has the products of the package
// that it was built from, as far as these need them, so the same package builds with either.
//
// One product serves both, as in the sources, so pkg-config's options are those of applications: the binary modules of this
// version. For plugins they give the same code as the recorded interfaces, because the modules that these use have library
// evolution. An installation that was made between two versions can have more than is recorded; the host reports a plugin
// that uses it by the undefined symbol.

// The path, since SwiftPM searches for a name only in the prefixes of the system and in PKG_CONFIG_PATH. It takes a path with blanks
// as several names, so an installation in such a prefix needs the variable.
let path = "\(Context.packageDirectory)/../../lib/pkgconfig/cleanse.pc"
let configuration = path.contains(" ") ? "cleanse" : path

let package = Package(
  name: "cleanse",
  products: [
    .library(name: "CleanseRuntime", targets: ["CleanseInstalled"]),
    .plugin(name: "CleansePluginManifest", targets: ["CleansePluginManifest"]),
    .plugin(name: "CleanseContract", targets: ["CleanseContract"]),
    .plugin(name: "CheckContract", targets: ["CheckContract"]),
    .plugin(name: "Cleansec", targets: ["Cleansec"]),
  ],
  targets: [
    .systemLibrary(name: "CleanseInstalled", pkgConfig: configuration),
    .plugin(name: "CleansePluginManifest", capability: .buildTool()),
    .plugin(name: "CleanseContract", capability: .buildTool()),
    .plugin(
      name: "CheckContract",
      capability: .command(
        intent: .custom(
          verb: "check-contract",
          description: "Compare the interfaces of contracts with their recorded versions"))),
    .plugin(
      name: "Cleansec",
      capability: .command(
        intent: .custom(
          verb: "cleansec", description: "Check the object graphs of all root components"))),
  ]
)
