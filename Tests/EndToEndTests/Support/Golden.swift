import CleansePluginMetadata
import CleanseTestSupport
import CleansePluginHost
import Foundation
import Testing

/// Compares the output of the run with the golden file of that name.
///
/// There, texts that differ between machines have names in angle brackets.
///
/// - Parameter names: Additional texts and their names.
func expectGolden(
  _ run: HostRun, _ name: String, in directory: TemporaryDirectory? = nil,
  names: KeyValuePairs<String, String> = [:], file: String = #filePath,
  sourceLocation: Testing.SourceLocation = #_sourceLocation
) {
  var text = run.transcript
  var replacements = names.map { ($0.key, $0.value) }
  if let directory { replacements.append((directory.path, "<directory>")) }
  for (text, name) in [
    (Build.plugins.path, "<plugins>"), (Build.brokenPlugins.path, "<broken-plugins>"),
    (Repository.root, "<repository>"),
    // As a word of a shell's command line.
    (Repository.root.replacing(" ", with: "\\ "), "<repository>"),
    // Changes with each addition to the interface.
    ("framework ABI  \(ABIStamp.host.frameworkABI ?? "not recorded")", "framework ABI  <abi>"),
    ("runs plugins of \(compatibleABIs)", "runs plugins of <versions>"),
    ("Cleanse \(CleanseVersion.current)", "Cleanse <version>"),
    ("framework      \(CleanseVersion.current)", "framework      <version>"),
    // Known in a Git repository alone.
    (ABIStamp.host.revision.map { " (\($0))" } ?? "", ""),
    (ABIStamp.host.interface ?? "", "<interface>"), (ABIStamp.host.compiler ?? "", "<compiler>"),
    (ABIStamp.host.architecture, "<architecture>"),
  ] where !text.isEmpty {
    replacements.append((text, name))
  }
  for (machine, name) in replacements {
    text = text.replacingOccurrences(of: machine, with: name)
  }
  // A word of the command line is quoted if the path has blanks.
  text = text.replacing(/'(<[a-z-]+>[^' ]*)'/) { $0.output.1 }
  expectGolden(text, name, file: file, sourceLocation: sourceLocation)
}

/// How a finding lists the recorded versions of the framework's ABI whose plugins the host runs.
private var compatibleABIs: String {
  let versions = ABIStamp.compatibleABIs
  return versions.isEmpty ? "no recorded version" : versions.joined(separator: ", ")
}
