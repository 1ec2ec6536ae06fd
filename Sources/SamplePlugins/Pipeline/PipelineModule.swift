// Shows: a command, and a new extension point: a collection to which other plugins contribute,
// including plugins in C. The collection is declared, so that it is empty, not missing, if no filter
// is installed. The command itself is in FilterCommand.swift, the bridge to filters in C in
// Foreign/TextFilterBridge.swift.
public import Cleanse
import CleansePlugin
import TextFilterAPI

/// Contributes the command `filter`, which depends on every `TextFilter` that plugins contribute.
public enum PipelineModule: Module {
  public static func configure(binder: UnscopedBinder) {
    binder.declareCollection(of: (any TextFilter).self)
    binder.bridge(TextFilterBridge.self)
    binder.bind((any Command).self).intoCollection().to(factory: FilterCommand.init)
  }
}
