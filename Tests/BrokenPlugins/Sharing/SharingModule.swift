// Shows: a class without a scope that several dependents request.
// Each command gets a counter of its own, which is seldom intended; nothing fails.
// If the sample plugin Policy is present, the host warns and names both commands.
public import Cleanse
import CleansePlugin

/// Binds a `Counter`, and two commands that count with it.
public enum SharingModule: Module {
  public static func configure(binder: UnscopedBinder) {
    binder.bind(Counter.self).to { Counter() }
    binder.bind((any Command).self).intoCollection().to { (counter: Counter) in
      CountingCommand(name: "first", counter: counter) as any Command
    }
    binder.bind((any Command).self).intoCollection().to { (counter: Counter) in
      CountingCommand(name: "second", counter: counter) as any Command
    }
  }
}
