import CleanseSupport

/// The work that decided how long a start took: of each piece of work, the parts that it waited for last.
///
/// It is found from the end: the part that ended last, then the one that ended last before that began, and so on, and
/// the same within each of them.
struct CriticalChain {
  /// A piece of work, with the time that it began after the start.
  struct Link: Hashable {
    let depth: Int
    let event: TraceEvent
    let delay: UInt64
  }

  private let times: StartTimes
  /// The parts of each event, by its index; of the start as a whole, those of no other.
  private var parts: [Int?: [Int]] = [:]
  /// The index of the start; nil if the trace has no end of it.
  private let root: Int?
  /// The whole start.
  let whole: TraceEvent

  /// The depth to which parts are followed, and the number of events that can have parts in other threads: a file
  /// can have anything.
  private static let limits = (depth: 12, owners: 100)
  /// The share of the start that a part has to take, as a divisor.
  private static let share: UInt64 = 200

  init(_ times: StartTimes) {
    self.times = times
    let events = times.events
    let starts = events.indices.filter { events[$0].label.step == .start }
    root = starts.max { events[$0].start < events[$1].start }
    whole =
      root.map { events[$0] }
      ?? TraceEvent(
        TraceLabel(.start, "what was recorded"), from: events.map(\.start).min() ?? 0,
        to: events.map(\.end).max() ?? 0, process: 0, thread: 0)
    let owners = events.indices.filter { Self.hasParts(events[$0].label.step) }
      .sorted { events[$0].duration > events[$1].duration }.prefix(Self.limits.owners)
    for index in events.indices where index != root {
      parts[times.parents[index] ?? owner(of: index, among: owners) ?? root, default: []]
        .append(index)
    }
  }

  /// Whether the work can have parts in other threads or processes.
  private static func hasParts(_ step: TraceStep) -> Bool {
    [.start, .inspect, .wait, .awaiting, .service].contains(step)
  }

  /// The shortest event that an event of another thread or process is a part of.
  private func owner(of index: Int, among owners: ArraySlice<Int>) -> Int? {
    let event = times.events[index]
    return owners.last { owner in
      let other = times.events[owner]
      return owner != index && other.start <= event.start && event.end <= other.end
        && other.duration > event.duration
        && (event.label.step == .probe ? other.label.step == .wait : other.process == event.process)
    }
  }

  /// The links, in the order of time, each followed by its parts.
  var links: [Link] {
    var links = [Link(depth: 0, event: whole, delay: 0)]
    add(partsOf: root, of: whole, depth: 1, to: &links)
    return links
  }

  private func add(partsOf index: Int?, of event: TraceEvent, depth: Int, to links: inout [Link]) {
    guard depth < Self.limits.depth else { return }
    var end = event.end
    var chain: [Int] = []
    let candidates = (parts[index] ?? []).sorted { times.events[$0].end > times.events[$1].end }
    for part in candidates {
      let candidate = times.events[part]
      guard candidate.end <= end, candidate.start >= event.start,
        candidate.duration > whole.duration / Self.share
      else { continue }
      chain.append(part)
      end = candidate.start
    }
    for part in chain.reversed() {
      let event = times.events[part]
      links.append(Link(depth: depth, event: event, delay: event.start - whole.start))
      add(partsOf: part, of: event, depth: depth + 1, to: &links)
    }
  }
}
