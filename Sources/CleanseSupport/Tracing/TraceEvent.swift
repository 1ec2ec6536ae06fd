/// What an event of a trace is about.
package struct TraceLabel: Codable, Hashable, Sendable {
  package var step: TraceStep
  /// What the step worked on, such as the file of a plugin or the key of a binding.
  package var subject: String
  /// The identifier of the plugin whose code ran; nil for the host and the application.
  package var plugin: String?

  package init(_ step: TraceStep, _ subject: String, of plugin: String? = nil) {
    (self.step, self.subject, self.plugin) = (step, subject, plugin)
  }

  /// The label with texts of at most this number of Unicode scalars.
  package func shortened(to count: Int) -> TraceLabel {
    func shortened(_ text: String) -> String { String(text.unicodeScalars.prefix(count)) }
    return TraceLabel(step, shortened(subject), of: plugin.map(shortened))
  }
}

/// A piece of work, and the time that it took.
package struct TraceEvent: Codable, Hashable, Sendable {
  package var label: TraceLabel
  /// The times in nanoseconds of ``MonotonicTime``. The end is not before the start.
  package var start: UInt64
  package var end: UInt64
  /// The process ID.
  package var process: Int32
  /// The number of the thread or lane in its process; zero for the first thread.
  package var thread: Int

  package init(_ label: TraceLabel, from start: UInt64, to end: UInt64, process: Int32, thread: Int)
  {
    (self.label, self.start, self.end) = (label, start, end)
    (self.process, self.thread) = (process, thread)
  }

  /// The nanoseconds that it took.
  package var duration: UInt64 { end - start }
}
