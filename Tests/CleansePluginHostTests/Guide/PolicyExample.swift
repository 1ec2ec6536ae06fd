import CleansePluginHost

/// An application that lets its users configure the severities of findings.
enum PolicyExample {
  typealias Editor = CompositionExample.Editor
  typealias EditorComponent = CompositionExample.EditorComponent

  // guide: policy
  static func start(policy file: String, report: (Diagnostic) -> Void) throws -> Editor {
    let policy = try PolicyFile(contentsOf: file)
    let levels = FindingLevels(policy.severities.mapValues(\.value))
    let plugins = try PluginHost(
      directories: policy.directories?.value ?? ["plugins"], levels: levels,
      configuration: policy.configuration
    ).load(.largestThatFits)
    let composition = PluginComposition(
      EditorComponent.self, plugins: plugins, severities: levels.severities)
    let factory = try composition.factory { finding in
      if !levels.ignores(finding) { report(finding) }
    }
    return factory.build(())
  }
  // guide: end
}
