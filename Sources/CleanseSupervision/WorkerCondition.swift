/// What a worker that does not answer does, as the system sees it.
enum WorkerCondition: String, Codable, Sendable {
  /// A signal has stopped it.
  case stopped
  /// Another process traces it, such as a debugger.
  case traced
  /// One of the threads that can run tasks computes, or waits for a processor.
  case computing
  /// All of these threads wait.
  case waiting
}
