/// Builds instances of a component.
///
/// ```swift
/// let factory = try ComponentFactory.of(AppComponent.self)
/// let app = factory.build(())
/// ```
/// Each `build` makes an independent object graph. The factory keeps nothing of what it built, and
/// what it built does not need the factory.
public struct ComponentFactory<C: ComponentBase> {
  private let root: LinkedProvider<C.Root>
  private let cellCount: Int
  private let seedCell: Int?

  /// Links the root of the recording.
  ///
  /// - Throws: A ``ValidationError`` with what the validators find when it can't be linked.
  package init(_ recording: Recording) throws {
    let linker = Linker(recording)
    guard let slot = recording.rootSlot else {
      throw ValidationError(unlinkable: recording)
    }
    do {
      root = LinkedProvider.of(try linker.link(slot: slot))
    } catch {
      throw ValidationError(unlinkable: recording)
    }
    cellCount = linker.cellCount
    seedCell = linker.seedCell
  }

  /// Builds the component and returns its root.
  ///
  /// Can be called from any thread, any number of times.
  public func build(_ seed: C.Seed) -> C.Root {
    let storage = ComponentStorage(cellCount: cellCount)
    let context = Context(storage, level: cellCount)
    if let seedCell {
      storage.cells.publish(Box(seed), at: seedCell)
    }
    return root.get(context)
  }
}

extension ComponentFactory where C: RootComponent {
  /// Records and validates a component, and makes its factory.
  ///
  /// - Parameters:
  ///   - validate: Whether to check the whole graph. Without it, only what the root needs is looked
  ///     at, and the service loader's plugins do not run.
  ///   - serviceLoader: Validators beside the built-in ones.
  /// - Throws: A ``ValidationError`` with every finding when one of them is an error.
  public static func of(
    _ component: C.Type, validate: Bool = true,
    serviceLoader: CleanseServiceLoader = CleanseServiceLoader()
  ) throws -> ComponentFactory<C> {
    let recording = Recording(of: component)
    if validate {
      let diagnostics = GraphValidation(plugins: serviceLoader.plugins)
        .diagnostics(of: BindingGraph(recording))
      if diagnostics.contains(where: { $0.severity == .error }) {
        throw ValidationError(diagnostics: diagnostics)
      }
    }
    return try ComponentFactory(recording)
  }
}

extension ComponentFactory: Sendable {}
