import CleansePlugin

/// The parsed arguments of `filter`.
enum FilterRequest: Hashable {
  case help
  case list
  case use([FilterStep])

  private static let options = ["--use", "--list", "--help"]

  /// Parses the arguments.
  ///
  /// `--use` can be repeated; its steps are appended. `--help` takes precedence over `--list`, and
  /// `--list` over `--use`.
  ///
  /// - Throws: A `CommandUsageError` that names the invalid argument.
  init(_ arguments: [String]) throws(CommandUsageError) {
    var steps: [FilterStep] = []
    var flags: Set<String> = []
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--help", "-h": flags.insert("--help")
      case "--list": flags.insert("--list")
      case "--use":
        guard let list = rest.popFirst() else { throw Self.missingList }
        steps += try Self.steps(list)
      case _ where argument.hasPrefix("--use="):
        steps += try Self.steps(argument.dropFirst("--use=".count))
      default:
        throw Self.unknown(argument)
      }
    }
    if flags.contains("--help") {
      self = .help
    } else if flags.contains("--list") {
      self = .list
    } else if steps.isEmpty {
      throw Self.missingList
    } else {
      self = .use(steps)
    }
  }

  private static func steps(_ list: some StringProtocol) throws(CommandUsageError) -> [FilterStep] {
    let steps = list.split(separator: ",", omittingEmptySubsequences: false).map { FilterStep($0) }
    guard steps.allSatisfy({ !$0.name.isEmpty }) else {
      throw CommandUsageError(
        "'--use \(list)' has a filter without a name; write it as in --use redact,wrap:72")
    }
    return steps
  }

  private static let missingList = CommandUsageError(
    "filter needs --use with the names of filters, as in --use redact,wrap:72; --list shows them")

  private static func unknown(_ argument: String) -> CommandUsageError {
    guard argument.hasPrefix("-") else {
      return CommandUsageError(
        "filter takes no argument '\(argument)'; it reads standard input, as in filter --use … < FILE"
      )
    }
    let nearest = NearestNames.sorted(options, to: argument)
    return CommandUsageError(
      "filter has no option '\(argument)'; the options are \(nearest.joined(separator: ", "))")
  }
}
