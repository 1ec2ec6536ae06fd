import Cleanse

/// The whole program as a function, so that tests can call it.
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
      // The dependents of the store don't help the user, so only the underlying error is printed.
      return Outcome(error: "reading-list: \(error.underlying)\n", status: 1)
    } catch let error as UsageError {
      return Outcome(error: "reading-list: \(error)\n", status: 2)
    } catch {
      return Outcome(error: "reading-list: \(error)\n", status: 1)
    }
  }
}

/// The command line is wrong.
struct UsageError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
