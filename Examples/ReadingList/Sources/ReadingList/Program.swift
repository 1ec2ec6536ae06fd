import Cleanse

/// What the process does, as a function that a test can call.
enum Program {
  struct Outcome: Equatable {
    var output = ""
    var error = ""
    var status: Int32 = 0
  }

  static func run(_ arguments: [String], environment: [String: String]) -> Outcome {
    do {
      let settings = Settings(environment: environment)
      let app = try ComponentFactory.of(AppComponent.self).build(settings)
      return Outcome(output: try app.run(arguments) + "\n")
    } catch let error as ResolutionError {
      // Who asked for the store is of no use to whoever calls the program.
      return Outcome(error: "reading-list: \(error.underlying)\n", status: 1)
    } catch let error as UsageError {
      return Outcome(error: "reading-list: \(error)\n", status: 2)
    } catch {
      return Outcome(error: "reading-list: \(error)\n", status: 1)
    }
  }
}

/// The user called the program in a way that it does not know.
struct UsageError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
