// Shows: a plugin that traps while it is configured.
// The bug is a common one, and ends the process in which it occurs.
public import Cleanse

/// Binds an array element that does not exist.
public enum TrappingModule: Module {
  public static func configure(binder: UnscopedBinder) {
    let ports = CommandLine.arguments.prefix(0)
    binder.bind(String.self).to(value: ports[ports.endIndex + 1])
  }
}
