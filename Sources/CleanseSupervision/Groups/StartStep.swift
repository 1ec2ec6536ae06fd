/// A step of the start of a worker that it has begun and has not finished: the start of a service, or a probe of plugins.
struct StartStep: Equatable, Sendable {
  /// After this time, in nanoseconds, a step is slow.
  private static let slowTime: UInt64 = 1_000_000_000

  /// What is done, as a sentence in the present tense.
  let text: String
  /// When it began.
  let since: UInt64
  /// When it is reported as slow: first after a second, and then after ever longer times.
  private(set) var reportDue: UInt64

  init(_ text: String, since: UInt64) {
    (self.text, self.since) = (text, since)
    reportDue = since + Self.slowTime
  }

  /// The text with the time that the step has taken so far, if it is to be reported now.
  mutating func report(at now: UInt64) -> String? {
    guard reportDue <= now else { return nil }
    let seconds = (now - since) / Self.slowTime
    reportDue = since + 2 * seconds * Self.slowTime
    return "\(text), for \(seconds) s so far"
  }
}

/// The steps that a worker has begun and has not finished.
struct StartSteps: Equatable, Sendable {
  /// What is kept of the reports of a worker, in which code of plugins runs.
  private static let mostSteps = 1000

  private(set) var unfinished: [StartStep] = []

  mutating func begin(_ text: String, at now: UInt64) {
    finish(text)
    if unfinished.count < Self.mostSteps { unfinished.append(StartStep(text, since: now)) }
  }

  mutating func finish(_ text: String) {
    unfinished.removeAll { $0.text == text }
  }

  /// When a step has begun; nil unless it is unfinished.
  func beginning(of text: String) -> UInt64? { unfinished.first { $0.text == text }?.since }

  /// When the next one is reported as slow.
  var reportDue: UInt64? { unfinished.map(\.reportDue).min() }

  /// The texts of those that are to be reported now.
  mutating func reports(at now: UInt64) -> [String] {
    unfinished.indices.compactMap { unfinished[$0].report(at: now) }
  }
}
