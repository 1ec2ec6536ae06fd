import CleansePluginHost
import Foundation
import PluginManifest
import Testing

/// Compares what a user sees of the run with the golden file of that name; with
/// `CLEANSE_UPDATE_GOLDEN=1` in the environment, writes the file instead, for its change to be seen
/// in review.
///
/// What differs from machine to machine has a name in angle brackets there.
///
/// - Parameter names: Further texts and what stands for them.
func expectGolden(
  _ run: HostRun, _ name: String, in directory: TemporaryDirectory? = nil,
  names: KeyValuePairs<String, String> = [:],
  sourceLocation: Testing.SourceLocation = #_sourceLocation
) throws {
  var text = run.transcript
  var replacements = names.map { ($0.key, $0.value) }
  if let directory { replacements.append((directory.path.trimmingSuffix("/"), "<directory>")) }
  for (text, name) in [
    (Build.plugins.path, "<plugins>"), (Build.brokenPlugins.path, "<broken-plugins>"),
    (Build.root.path.trimmingSuffix("/"), "<repository>"),
    (ABIStamp.host.interface ?? "", "<interface>"), (ABIStamp.host.compiler ?? "", "<compiler>"),
    (ABIStamp.host.architecture, "<architecture>"),
  ] where !text.isEmpty {
    replacements.append((text, name))
  }
  for (machine, name) in replacements {
    text = text.replacingOccurrences(of: machine, with: name)
  }
  let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Golden/\(name).golden")
  if ProcessInfo.processInfo.environment["CLEANSE_UPDATE_GOLDEN"] == "1" {
    try (text + "\n").write(to: file, atomically: true, encoding: .utf8)
  }
  let golden = try String(contentsOf: file, encoding: .utf8)
  #expect(text + "\n" == golden, sourceLocation: sourceLocation)
}

extension String {
  func trimmingSuffix(_ suffix: String) -> String {
    hasSuffix(suffix) ? String(dropLast(suffix.count)) : self
  }
}
