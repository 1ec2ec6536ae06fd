import CleansePluginHost

/// An application that lets its users configure the severities of findings.
enum PolicyExample {
  typealias Editor = CompositionExample.Editor
  typealias EditorComponent = CompositionExample.EditorComponent

  // guide: policy
  static func start(policy file: String, report: (Diagnostic) -> Void) throws -> Editor {
    let policy = try PolicyFile(contentsOf: file)
    let plugins = try PluginHost(
      directories: policy.directories?.value ?? ["plugins"],
      judgement: policy.judgement,
      configuration: policy.configuration
    ).load(.largestThatFits, for: EditorComponent.self)
    let composition = PluginComposition(EditorComponent.self, plugins: plugins)
    return try composition.factory { report($0) }.build()
  }
  // guide: end
}
