import CleansePlugin
import @CONTRACTMODULE@

/// The bindings of the plugin.
enum @PLUGINMODULE@Module: Module {
  static func configure(binder: UnscopedBinder) {
    binder.bind((any Greeter).self).intoCollection().to(factory: WordGreeter.init)
  }
}
