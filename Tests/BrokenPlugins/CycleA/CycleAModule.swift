// Shows: a cycle of bindings through two plugins.
// Neither knows the other, only the contract; CycleB is the other half.
// The finding names every hop with its file, line and plugin.
public import Cleanse
import BrokenContract

/// Binds the `Hen`, which needs the `Egg`.
public enum CycleAModule: Module {
  public static func configure(binder: UnscopedBinder) {
    binder.bind((any Hen).self).to { (_: any Egg) in HenOfEgg() as any Hen }
  }
}
