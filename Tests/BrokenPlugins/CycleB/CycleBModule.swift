// Shows: a cycle of bindings through two plugins.
// Neither knows the other, only the contract; CycleA is the other half.
// The finding names every hop with its file, line and plugin.
public import Cleanse
import BrokenContract

/// Binds the `Egg`, which needs the `Hen`.
public enum CycleBModule: Module {
  public static func configure(binder: UnscopedBinder) {
    binder.bind((any Egg).self).to { (_: any Hen) in EggOfHen() as any Egg }
  }
}
