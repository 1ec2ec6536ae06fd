// guide: composition
import CleansePluginHost

// guide: end

/// An application that reports what became of its plugins.
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

  static func start(pluginsIn directory: String, tell: (String) -> Void) throws -> Editor {
    let plugins = try PluginHost(directories: [directory]).load()
    let composition = PluginComposition(EditorComponent.self, plugins: plugins)
    for inspection in composition.inspections {
      switch inspection.verdict {
      case .plugin(let plugin):
        tell("using \(plugin.manifest.identifier) \(plugin.manifest.version)")
      case .rejected: tell("leaving out \(inspection.file.path)")
      case .notAPlugin(let kind): tell("\(inspection.file.path) is no plugin: \(kind)")
      }
    }
    for finding in composition.rejections + composition.diagnostics {
      tell(finding.description)
    }
    return try composition.factory().build(())
  }
  // guide: end
}
