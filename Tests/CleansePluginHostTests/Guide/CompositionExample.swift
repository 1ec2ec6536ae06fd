// guide: composition
import CleansePluginHost

// guide: end

/// An application with plugins, which reports the rejected files and continues.
enum CompositionExample {
  protocol Tool: Sendable { var name: String { get } }

  // guide: composition
  struct Editor { let tools: [any Tool] }

  enum EditorComponent: RootComponent {
    static func configure(binder: Binder<Singleton>) {
      binder.declareCollection(of: (any Tool).self)
    }

    static func configureRoot(binder bind: ReceiptBinder<Editor>) -> BindingReceipt<Editor> {
      bind.to(factory: Editor.init)
    }
  }

  static func start(
    pluginsIn directory: String, report: (Diagnostic) -> Void
  ) throws -> Editor {
    let plugins = try PluginHost(directories: [directory])
      .load(.largestThatFits, for: EditorComponent.self)
    let composition = PluginComposition(EditorComponent.self, plugins: plugins)
    let factory = try composition.factory { report($0) }
    return factory.build()
  }
  // guide: end

  // guide: rejections
  /// One line for each file of the directories.
  static func summary(of composition: PluginComposition<EditorComponent>) -> [String] {
    composition.inspections.map { inspection in
      switch inspection.outcome {
      case .plugin(let plugin):
        return "\(plugin.manifest.identifier) \(plugin.manifest.version)"
      case .rejected:
        let errors = inspection.diagnostics.filter { $0.severity == .error }
        let codes = errors.map(\.code.rawValue).joined(separator: ", ")
        return "\(inspection.file.path) is rejected: \(codes)"
      case .leftOut(_, let reason):
        return "\(inspection.file.path) is left out: \(reason)"
      case .notAPlugin(let kind):
        return "\(inspection.file.path) is not a plugin: \(kind)"
      }
    }
  }
  // guide: end
}
