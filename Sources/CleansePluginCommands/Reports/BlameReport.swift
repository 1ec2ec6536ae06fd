import CleanseFindingReports
import CleanseSupport

/// The result of `host blame`.
struct BlameReport: CommandReport {
  /// What all events with one label took.
  struct Entry: Encodable, Hashable {
    let step: String
    let subject: String
    let plugin: String?
    var count = 0
    /// The milliseconds without those of its parts, and with them.
    var ownMilliseconds = 0.0
    var milliseconds = 0.0
  }

  /// A link of the critical chain.
  struct Link: Encodable, Hashable {
    let depth: Int
    let step: String
    let subject: String
    let plugin: String?
    /// The milliseconds from the start.
    let delay: Double
    let milliseconds: Double
  }

  let schema = "cleanse-blame/1"
  /// The milliseconds of the start.
  let milliseconds: Double
  /// What code of plugins and of the application took, the longest first.
  let entries: [Entry]
  /// What the host's own work took, the longest first.
  let host: [Entry]
  let chain: [Link]
  private let showsChain: Bool

  private enum CodingKeys: String, CodingKey {
    case schema, milliseconds, entries, host, chain
  }

  /// - Parameter showsChain: Whether the text is the critical chain.
  init(_ events: [TraceEvent], showingChain showsChain: Bool) {
    let times = StartTimes(events)
    let critical = CriticalChain(times)
    milliseconds = Self.milliseconds(Double(critical.whole.duration))
    chain = critical.links.map(Link.init)
    let entries = Self.entries(times)
    self.entries = entries.filter(\.isOfPlugins).map(\.entry)
    host = entries.filter { !$0.isOfPlugins }.map(\.entry)
    self.showsChain = showsChain
  }

  /// The entries of all labels, those that took longest first.
  private static func entries(_ times: StartTimes) -> [(isOfPlugins: Bool, entry: Entry)] {
    let groups = Dictionary(grouping: times.events.indices) { times.events[$0].label }
    let sums = groups.map { label, indices in
      (
        label: label, count: indices.count, own: indices.reduce(0.0) { $0 + Double(times.own[$1]) },
        whole: indices.reduce(0.0) { $0 + Double(times.events[$1].duration) }
      )
    }
    return sums.sorted {
      ($1.own, $1.whole, $0.label.order) < ($0.own, $0.whole, $1.label.order)
    }.map { sum in
      (
        sum.label.step.isOfPlugins,
        Entry(
          step: sum.label.step.rawValue, subject: sum.label.subject, plugin: sum.label.plugin,
          count: sum.count, ownMilliseconds: milliseconds(sum.own),
          milliseconds: milliseconds(sum.whole))
      )
    }
  }

  fileprivate static func milliseconds(_ nanoseconds: Double) -> Double {
    (nanoseconds / 1000).rounded() / 1000
  }

  // MARK: - Text

  /// The number of rows of a table.
  private static let rowLimit = 20

  func text(for terminal: Terminal) -> String {
    guard !showsChain else { return chainText(for: terminal) }
    return "The start took \(Self.text(milliseconds)).\n"
      + section("Plugins and application", entries, terminal) + section("Host", host, terminal)
  }

  private func section(_ title: String, _ entries: [Entry], _ terminal: Terminal) -> String {
    guard !entries.isEmpty else { return "" }
    var table = TextTable(columns: [
      .init("OWN"), .init("TOTAL"), .init("TIMES"), .init("STEP"),
      .init("WHAT", .name), .init("PLUGIN", .name),
    ])
    table.rows = entries.prefix(Self.rowLimit).map { entry in
      [
        .init(Self.text(entry.ownMilliseconds)), .init(Self.text(entry.milliseconds)),
        "\(entry.count)", .init(entry.step), .init(entry.subject), .init(entry.plugin ?? "-"),
      ]
    }
    let rest = entries.count - table.rows.count
    return "\n" + terminal.styled(title, .bold) + "\n" + table.text(for: terminal)
      + (rest > 0 ? "and \(rest) more\n" : "")
  }

  private func chainText(for terminal: Terminal) -> String {
    var table = TextTable(columns: [
      .init("AT"), .init("TOOK"), .init("WORK", .prose),
      .init("PLUGIN", .name),
    ])
    table.rows = chain.map { link in
      [
        .init(Self.text(link.delay)), .init(Self.text(link.milliseconds)),
        .init(String(repeating: "  ", count: link.depth) + "\(link.step) \(link.subject)"),
        .init(link.plugin ?? "-"),
      ]
    }
    return table.text(for: terminal)
  }

  private static func text(_ milliseconds: Double) -> String {
    let tenths = Int((milliseconds * 10).rounded())
    return "\(tenths / 10).\(tenths % 10) ms"
  }
}

extension BlameReport.Link {
  fileprivate init(_ link: CriticalChain.Link) {
    let label = link.event.label
    self.init(
      depth: link.depth, step: label.step.rawValue, subject: label.subject, plugin: label.plugin,
      delay: BlameReport.milliseconds(Double(link.delay)),
      milliseconds: BlameReport.milliseconds(Double(link.event.duration)))
  }
}

extension TraceLabel {
  /// A text that orders labels with the same times.
  fileprivate var order: String { "\(step.rawValue) \(subject) \(plugin ?? "")" }
}
