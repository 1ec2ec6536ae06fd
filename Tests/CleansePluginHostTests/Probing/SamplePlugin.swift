import CleanseSupport
@testable import CleansePluginFiles
@testable import CleansePluginLoading
@testable import CleansePluginMetadata

/// A plugin that has passed inspection, for the purpose of these tests.
enum SamplePlugin {
  static func description(
    _ file: String = "plugins/libWords.so", contributes: [String] = [],
    needs: SystemAccess = SystemAccess()
  ) throws -> PluginDescription {
    PluginDescription(
      file: file,
      manifest: try PluginManifest(
        identifier: "org.example.words", version: SemanticVersion("1.2.3"),
        summary: "Counts words", authors: ["A. Author"], module: "WordsModule",
        contributes: contributes, needs: needs),
      stamp: hostStamp, neededLibraries: [])
  }

  static func inspected(_ file: String = "plugins/libWords.so") throws -> PluginInspection {
    PluginInspection(
      file: PluginFile(path: file, resolvedPath: "/opt/" + file),
      outcome: .plugin(try description(file)))
  }
}
