@testable import CleanseGraph
import CleanseSupport
import ElfImages
@testable import CleansePluginFiles
@testable import CleansePluginMetadata
import CleanseTestSupport

/// The stamp of the tests' host.
let hostStamp = ABIStamp(
  abi: 1, architecture: Machine.host.description, language: "swift", framework: "0.1.0",
  interface: "0123456789abcdef", compiler: "Swift version 6.3.1 (swift-6.3.1-RELEASE)")

/// The note of a plugin; by default one that fits the host.
func sampleNote(
  identifier: String = "org.example.words", version: String = "1.2.3",
  stamp: ABIStamp = hostStamp, requires: [String: String] = [:],
  entry: String? = nil
) throws -> PluginNote {
  PluginNote(
    manifest: try PluginManifest(
      identifier: identifier, version: SemanticVersion(version), summary: "Counts words",
      authors: ["A. Author"], module: "WordsModule",
      requires: requires.map { identifier, range in
        PluginRequirement(identifier: identifier, range: try VersionRange(range))
      }),
    stamp: stamp, entry: entry)
}

/// The image of a plugin with that note.
func samplePlugin(_ note: PluginNote? = nil) throws -> ElfImage {
  ElfImage(note: try (note ?? sampleNote()).json())
}

extension PluginInspection {
  var codes: [String] { diagnostics.map(\.code.rawValue) }

  /// All findings as text.
  var report: String { diagnostics.map(\.description).joined(separator: "\n") }
}

/// Inspects bytes as a file of the given name, for this process or another.
func inspect(
  _ bytes: [UInt8], in scratch: TemporaryDirectory, as name: String = "plugin.so",
  for process: HostProcess = .current
) throws -> PluginInspection {
  PluginInspector(host: hostStamp, running: ["0.1", "0.2"], process: process)
    .inspect(PluginFile(path: try scratch.write(bytes, to: name)))
}
