// This folder records where the time of a start goes. Code begins a `TraceSpan` and ends it, which does nothing unless a
// `Trace` is installed; its `TraceEvent`s wait in a `TraceBuffer`, and are added to a `TraceFile`, or taken by the process
// that sends them to its host. The linker alone does not look for a trace at each call: it links other closures.

import Synchronization

/// The events of a start, which are recorded by any thread.
package final class Trace: Sendable {
  private struct State {
    /// The labels by their numbers.
    var labels: [TraceLabel] = []
    var numbers: [TraceLabel: Int] = [:]
    /// The numbers of threads and lanes.
    var threads: [UInt: Int] = [:]
    /// The lanes in use, a bit for each.
    var lanes: UInt64 = 0
    /// The number of slots of the buffer that have been read.
    var read = 0
    /// The events, if there is no file.
    var events: [TraceEvent] = []
    /// The first error of the file, after which nothing is written.
    var failure: SystemError?
    var isFinished = false
  }

  /// The time from which on a call of a factory is recorded, in nanoseconds.
  package let threshold: UInt64

  private let start: UInt64
  /// The thread that creates the trace.
  private let thread: UInt
  private let name: String
  private let file: TraceFile?
  private let buffer = TraceBuffer()
  private let state = TrackedMutex(State())
  private let isStarted = Atomic<Bool>(false)
  /// The time of the last writing.
  private let written: Atomic<UInt64>

  /// The time between two writings, in nanoseconds. A program that is killed loses the events since the last one.
  private static let interval: UInt64 = 100_000_000
  /// The number of events that a trace without a file keeps.
  private static let limit = 1 << 18
  /// The default of ``threshold``.
  package static let standardThreshold: UInt64 = 1_000_000

  /// - Parameters:
  ///   - name: What starts, such as `host validate`.
  ///   - file: The file that the events are added to; nil to keep them.
  package init(
    of name: String, writingTo file: TraceFile? = nil, threshold: UInt64 = Trace.standardThreshold
  ) {
    let (start, thread) = (MonotonicTime.nanoseconds(), CurrentThread.identity)
    (self.name, self.file, self.threshold) = (name, file, threshold)
    (self.start, self.thread) = (start, thread)
    written = Atomic(start)
    state.withLock { $0.threads[thread] = 0 }
  }

  // MARK: - The trace of this process

  private static let isInstalled = Atomic<Bool>(false)
  private static let installed = TrackedMutex<Trace?>(nil)

  /// The trace of this process, if it has one.
  package static var current: Trace? {
    isInstalled.load(ordering: .acquiring) ? installed.withLock { $0 } : nil
  }

  /// Makes this the trace of the process; nil for none.
  package static func install(_ trace: Trace?) {
    installed.withLock { $0 = trace }
    isInstalled.store(trace != nil, ordering: .releasing)
  }

  /// Begins work of the calling thread, which has to end it. Nil if the process has no trace.
  package static func begin(
    _ step: TraceStep, _ subject: @autoclosure () -> String,
    of plugin: @autoclosure () -> String? = nil
  ) -> TraceSpan? {
    guard let trace = current else { return nil }
    let label = trace.number(of: TraceLabel(step, subject(), of: plugin()))
    return TraceSpan(
      trace: trace, label: label, start: MonotonicTime.nanoseconds(),
      thread: CurrentThread.identity)
  }

  /// Begins work that any thread can end. Nil if the process has no trace.
  package static func beginAwaiting(
    _ step: TraceStep, _ subject: @autoclosure () -> String,
    of plugin: @autoclosure () -> String? = nil
  ) -> TraceSpan? {
    guard let trace = current else { return nil }
    return trace.beginAwaiting(trace.number(of: TraceLabel(step, subject(), of: plugin())))
  }

  // MARK: - Recording

  /// Returns the number of a label.
  func number(of label: TraceLabel) -> Int {
    state.withLock { state in
      if let number = state.numbers[label] { return number }
      state.labels.append(label)
      state.numbers[label] = state.labels.count - 1
      return state.labels.count - 1
    }
  }

  /// Begins work in a lane that no other work has.
  func beginAwaiting(_ label: Int) -> TraceSpan {
    let lane: UInt = state.withLock { state in
      // Beyond 64 at a time, the last lane has several.
      let lane = min((~state.lanes).trailingZeroBitCount, 63)
      state.lanes |= 1 << UInt64(lane)
      return UInt(lane) + 1
    }
    return TraceSpan(trace: self, label: label, start: MonotonicTime.nanoseconds(), thread: lane)
  }

  func release(lane: UInt) {
    guard Self.isLane(lane) else { return }
    state.withLock { $0.lanes &= ~(1 << UInt64(lane - 1)) }
  }

  /// Whether it is a lane, and not the identity of a thread, which is an address.
  private static func isLane(_ thread: UInt) -> Bool { (1...64).contains(thread) }

  /// Adds an event that took place in this process.
  func record(_ label: Int, from start: UInt64, to end: UInt64, on thread: UInt) {
    while !buffer.add(label, from: start, to: end, on: thread) { makeRoom() }
    if file != nil, end > written.load(ordering: .relaxed) &+ Self.interval { flush() }
  }

  /// Adds an event that began before the trace.
  package func record(_ label: TraceLabel, from start: UInt64) {
    record(
      number(of: label), from: start, to: MonotonicTime.nanoseconds(), on: CurrentThread.identity)
  }

  /// Adds the events of another process.
  package func add(_ events: [TraceEvent], of process: Int32, named name: String) {
    state.withLock { state in
      keep(events, after: TraceText.process(name, process), in: &state)
    }
  }

  /// Records that the start is complete; later calls have no effect.
  package func endStart() {
    guard !isStarted.exchange(true, ordering: .acquiringAndReleasing) else { return }
    record(
      number(of: TraceLabel(.start, name)), from: start, to: MonotonicTime.nanoseconds(), on: thread
    )
    flush()
  }

  // MARK: - Writing

  /// Adds what has been recorded to the file.
  package func flush() {
    state.withLock { drain(&$0, waiting: false) }
  }

  /// Ends the trace.
  ///
  /// - Returns: The events, if there is no file.
  /// - Throws: The error of the file, if not all events could be written.
  @discardableResult
  package func finish() throws(FileTargetError) -> [TraceEvent] {
    endStart()
    let (events, failure) = state.withLock { state -> ([TraceEvent], SystemError?) in
      drain(&state, waiting: true)
      state.isFinished = true
      return (state.events, state.failure)
    }
    guard let file, let failure else { return events }
    throw FileTargetError(path: file.path, reason: .system(failure))
  }

  private func makeRoom() {
    state.withLock { state in
      guard buffer.isFull else { return }
      drain(&state, waiting: true)
      buffer.removeAll()
      state.read = 0
    }
  }

  private func drain(_ state: inout State, waiting: Bool) {
    written.store(MonotonicTime.nanoseconds(), ordering: .relaxed)
    var events: [TraceEvent] = []
    var names: [String] = []
    let process = getpid()
    let read = buffer.read(from: state.read, waiting: waiting) { label, start, end, thread in
      let known = state.threads[thread]
      let number = known ?? Self.number(of: thread, after: state.threads.count)
      if known == nil {
        state.threads[thread] = number
        names.append(TraceText.thread(number, of: process, isLane: Self.isLane(thread)))
      }
      events.append(
        TraceEvent(
          state.labels[label], from: start, to: end, process: process, thread: number))
    }
    state.read = read
    keep(events, after: names, in: &state)
  }

  /// The number of a thread or lane that has none yet.
  private static func number(of thread: UInt, after count: Int) -> Int {
    isLane(thread) ? 900 + Int(thread) : count
  }

  /// Writes or keeps events.
  ///
  /// - Parameter names: The names of their threads and processes, for the file.
  private func keep(_ events: [TraceEvent], after names: [String], in state: inout State) {
    guard !state.isFinished, state.failure == nil, !(events.isEmpty && names.isEmpty) else {
      return
    }
    guard let file else {
      state.events += events.prefix(Self.limit - state.events.count)
      return
    }
    do throws(SystemError) {
      try file.append(names + events.map(TraceText.event))
    } catch {
      state.failure = error
    }
  }
}
