// Shows: a plugin that does not contribute what its plugin.json declares.
// A list of plugins shows a command that can't be run.
public import Cleanse

/// Binds a number, and no command.
public enum UnkeptModule: Module {
  public static func configure(binder: UnscopedBinder) {
    binder.bind(Int.self).to(value: 42)
  }
}
