// Shows: a service for other plugins, shared in a scope: all dependents get the same instance.
// Its protocol is in the library WordCounting, which this plugin and its dependents share.
// The service itself is in WordTable.swift.
public import Cleanse
import WordCounting

/// Binds the `WordCounter`.
public enum WordsModule: Module {
  public static func configure(binder: Binder<Singleton>) {
    binder.bind((any WordCounter).self).sharedInScope().to { WordTable() }
  }
}
