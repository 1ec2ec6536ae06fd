import CleansePlugin
import TextFilterAPI

/// The installed filters, sorted by name.
struct FilterCatalog {
  private let filters: [any TextFilter]

  init(_ filters: [any TextFilter]) {
    self.filters = filters.sorted { ($0.name, $0.summary) < ($1.name, $1.summary) }
  }

  /// The names and summaries as a table.
  var table: String {
    if filters.isEmpty {
      return "No filter is installed; a plugin can contribute one by binding (any TextFilter).\n"
    }
    let width = filters.map(\.name.count).max() ?? 0
    return filters.map { filter in
      filter.name + String(repeating: " ", count: width + 2 - filter.name.count)
        + filter.summary + "\n"
    }.joined()
  }

  /// Creates a pipeline of the steps.
  ///
  /// - Throws: A `CommandUsageError` if a step's name matches no filter, or several, or if the filter
  ///   rejects the argument.
  func pipeline(_ steps: [FilterStep]) throws(CommandUsageError) -> TextPipeline {
    var transforms: [any TextTransform] = []
    for step in steps {
      let filter = try filter(named: step.name)
      do {
        transforms.append(try filter.makeTransform(argument: step.argument))
      } catch {
        throw CommandUsageError("filter '\(step.name)': \(error)")
      }
    }
    return TextPipeline(transforms)
  }

  private func filter(named name: String) throws(CommandUsageError) -> any TextFilter {
    let found = filters.filter { $0.name == name }
    guard let filter = found.first else {
      let names = NearestNames.sorted(filters.map(\.name), to: name)
      let all = names.isEmpty ? "none is installed" : "installed: " + names.joined(separator: ", ")
      throw CommandUsageError("no filter is called '\(name)'; \(all)")
    }
    guard found.count == 1 else {
      throw CommandUsageError(
        "\(found.count) filters are called '\(name)'; remove all but one plugin")
    }
    return filter
  }
}
