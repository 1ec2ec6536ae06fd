// Shows: a command, and an extension point of its own: a collection that other plugins fill, also
// plugins in C. The collection is declared, so that it is empty and not missing where no filter is
// installed. The command itself is in FilterCommand.swift, what makes a filter of C functions in
// Foreign/TextFilterBridge.swift.
public import Cleanse
import CleansePlugin
import TextFilterAPI

/// Contributes the command `filter`, which gets every `TextFilter` that some plugin contributes.
public enum PipelineModule: Module {
  public static func configure(binder: UnscopedBinder) {
    binder.declareCollection(of: (any TextFilter).self)
    binder.bridge(TextFilterBridge.self)
    binder.bind((any Command).self).intoCollection().to(factory: FilterCommand.init)
  }
}
