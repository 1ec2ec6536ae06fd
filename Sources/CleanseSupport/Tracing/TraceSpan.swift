/// Work that goes on, which becomes an event of a trace when it ends.
package struct TraceSpan: Sendable {
  let trace: Trace
  /// The number of the label in the trace.
  let label: Int
  let start: UInt64
  /// The thread, or the lane of work that is awaited.
  let thread: UInt

  /// Records the event.
  package func end() {
    trace.record(label, from: start, to: MonotonicTime.nanoseconds(), on: thread)
    trace.release(lane: thread)
  }
}

/// The times of the calls of one factory.
package struct TraceTimer: Sendable {
  private let trace: Trace
  private let label: Int

  package init(_ label: TraceLabel, in trace: Trace) {
    self.trace = trace
    self.label = trace.number(of: label)
  }

  /// Begins a call that is awaited.
  package func beginAwaiting() -> TraceSpan { trace.beginAwaiting(label) }

  /// Ends a call that began at the time, and records it unless it was short.
  package func end(_ start: UInt64, on thread: UInt) {
    let end = MonotonicTime.nanoseconds()
    guard end &- start >= trace.threshold else { return }
    trace.record(label, from: start, to: end, on: thread)
  }

  /// Ends a call that was awaited, and records it unless it was short.
  package func end(_ span: TraceSpan) {
    end(span.start, on: span.thread)
    trace.release(lane: span.thread)
  }
}
