@IMPORTS@
/// The bindings of the plugin.
enum @MODULE@Module: Module {
  static func configure(binder: UnscopedBinder) {
    binder.bind((any @POINT@).self).intoCollection().to(factory: @MODULE@@POINT@.init)
  }
}
