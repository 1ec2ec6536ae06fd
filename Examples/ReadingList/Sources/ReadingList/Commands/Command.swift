import Cleanse

/// A command of a reader.
protocol Command {
  var name: String { get }
  var usage: String { get }
  var summary: String { get }

  /// - Returns: The output to print.
  func run(_ arguments: ArraySlice<String>) throws -> String
}

/// Contributes the commands. A new command needs only a line here; the session does not change.
enum CommandsModule: Module {
  static func configure(binder: UnscopedBinder) {
    binder.declareCollection(of: (any Command).self)
    binder.bind((any Command).self).intoCollection().to(factory: AddCommand.init)
    binder.bind((any Command).self).intoCollection().to(factory: ListCommand.init)
    binder.bind((any Command).self).intoCollection().to(factory: FinishCommand.init)
  }
}
