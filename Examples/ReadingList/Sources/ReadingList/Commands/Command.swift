import Cleanse

/// One thing that a reader can do.
protocol Command {
  var name: String { get }
  var usage: String { get }
  var summary: String { get }

  /// - Returns: What is to be printed.
  func run(_ arguments: ArraySlice<String>) throws -> String
}

/// Whoever adds a command adds a line here; the session need not know of it.
enum CommandsModule: Module {
  static func configure(binder: UnscopedBinder) {
    binder.declareCollection(of: (any Command).self)
    binder.bind((any Command).self).intoCollection().to(factory: AddCommand.init)
    binder.bind((any Command).self).intoCollection().to(factory: ListCommand.init)
    binder.bind((any Command).self).intoCollection().to(factory: FinishCommand.init)
  }
}
