import CleansePlugin

enum HelloModule: Module {
  static func configure(binder: UnscopedBinder) {
    binder.bind(Greeting.self).to { Greeting(words: "Hello") }
    binder.bind((any Command).self).intoCollection().to(factory: HelloCommand.init)
  }
}

struct Greeting { let words: String }

struct HelloCommand: Command {
  let greeting: Greeting
  let name = "hello"
  let summary = "Prints a greeting"

  func run(arguments: [String], streams: CommandStreams) async throws -> Int32 {
    try streams.output.write("\(greeting.words), \(arguments.first ?? "world")!\n")
    return 0
  }
}
