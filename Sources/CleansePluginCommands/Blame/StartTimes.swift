import CleanseSupport

/// The events of a start, with the time that each took itself, and the event that each is a part of.
///
/// Events of one thread are parts of each other. What a thread waits for is subtracted, too: a wait for processes
/// has the time in which none of them ran, and an awaited factory that in which no other factory ran.
struct StartTimes {
  let events: [TraceEvent]
  /// The nanoseconds of each event without its parts.
  private(set) var own: [UInt64]
  /// The index of the shortest event of the same thread that an event is a part of.
  private(set) var parents: [Int?]

  private struct Lane: Hashable {
    let process: Int32
    let thread: Int
  }

  init(_ events: [TraceEvent]) {
    self.events = events
    own = events.map(\.duration)
    parents = Array(repeating: nil, count: events.count)
    let lanes = Dictionary(grouping: events.indices) {
      Lane(process: events[$0].process, thread: events[$0].thread)
    }
    for lane in lanes.values { nest(lane) }
    subtractProcesses()
    for process in Dictionary(grouping: events.indices, by: { events[$0].process }).values {
      subtractFactories(process)
    }
  }

  /// The own milliseconds of all events with one label.
  var ownMilliseconds: [TraceLabel: Double] {
    Dictionary(
      zip(events, own).map { ($0.label, Double($1) / 1_000_000) }, uniquingKeysWith: +)
  }

  /// Orders events so that each follows those that it is a part of.
  private func ordered(_ indices: [Int]) -> [Int] {
    indices.sorted {
      (events[$0].start, events[$1].end, $0) < (events[$1].start, events[$0].end, $1)
    }
  }

  /// Finds the parents in one thread, and subtracts each event from its parent.
  private mutating func nest(_ indices: [Int]) {
    var open: [Int] = []
    for index in ordered(indices) {
      while let last = open.last, events[last].end <= events[index].start { open.removeLast() }
      if let parent = open.last {
        parents[index] = parent
        subtract(min(events[index].end, events[parent].end) - events[index].start, from: parent)
      }
      open.append(index)
    }
  }

  private mutating func subtract(_ nanoseconds: UInt64, from index: Int) {
    own[index] -= min(own[index], nanoseconds)
  }

  /// Subtracts the times of processes from the waits for them.
  private mutating func subtractProcesses() {
    let running = CoveredTime(events.filter { $0.label.step == .probe })
    for index in events.indices where events[index].label.step == .wait {
      subtract(running.within(events[index]), from: index)
    }
  }

  /// Subtracts the times of other factories from those that were awaited in the process.
  private mutating func subtractFactories(_ indices: [Int]) {
    let made = CoveredTime(indices.map { events[$0] }.filter { $0.label.step == .make })
    var open: [Int] = []
    for index in ordered(indices.filter { events[$0].label.step == .awaiting }) {
      subtract(made.within(events[index]), from: index)
      while let last = open.last, events[last].end < events[index].end { open.removeLast() }
      if let parent = open.last { subtract(events[index].duration, from: parent) }
      open.append(index)
    }
  }
}

/// The times in which at least one of several events took place.
private struct CoveredTime {
  private var spans: [Range<UInt64>] = []
  /// The covered time before each span.
  private var before: [UInt64] = []

  init(_ events: [TraceEvent]) {
    var total: UInt64 = 0
    for event in events.sorted(by: { $0.start < $1.start }) {
      let start = max(event.start, spans.last?.upperBound ?? 0)
      guard start < event.end else { continue }
      spans.append(start..<event.end)
      before.append(total)
      total += event.end - start
    }
  }

  /// The covered time during an event.
  func within(_ event: TraceEvent) -> UInt64 { until(event.end) - until(event.start) }

  private func until(_ time: UInt64) -> UInt64 {
    var (low, high) = (0, spans.count)
    while low < high {
      let middle = (low + high) / 2
      if spans[middle].lowerBound < time { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return 0 }
    let last = spans[low - 1]
    return before[low - 1] + min(time, last.upperBound) - last.lowerBound
  }
}
