// Shows: a class without a scope that more than one consumer asks for.
// Each command gets a counter of its own, which is seldom what was meant; nothing fails.
// With the sample plugin Policy beside it, the host warns and names both commands.
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
