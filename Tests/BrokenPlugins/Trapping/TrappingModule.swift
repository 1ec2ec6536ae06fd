// Shows: a plugin that traps while it is configured.
// The mistake is an everyday one, and ends the process that it happens in.
public import Cleanse

/// Binds an element of an array that is not there.
public enum TrappingModule: Module {
  public static func configure(binder: UnscopedBinder) {
    let ports = CommandLine.arguments.prefix(0)
    binder.bind(String.self).to(value: ports[ports.endIndex + 1])
  }
}
