import CleansePlugin

/// The bindings of the plugin.
enum @MODULE@Module: Module {
  static func configure(binder: UnscopedBinder) {
    binder.bind(Greeting.self).to { Greeting(word: "Hello") }
    binder.bind((any Command).self).intoCollection().to(factory: @MODULE@Command.init)
  }
}
