// Shows: a service that blocks the threads on which all tasks run.
// Nothing is wrong with how the plugin is declared, and it works until a file makes it block.
// The service is in Blocker.swift.
public import Cleanse

/// Binds the service.
public enum BlockingModule: Module {
  public static func configure(binder: Binder<Singleton>) {
    binder.bind(Blocker.self).sharedInScope().asService().to(factory: Blocker.init)
  }
}
