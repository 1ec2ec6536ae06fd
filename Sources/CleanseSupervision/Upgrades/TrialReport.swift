import CleanseProcesses
import CleanseSupport

/// What a program says in a trial whether it can replace another one.
enum TrialReport: Codable, Equatable, Sendable {
  /// A worker of this version has been ready.
  case ready(version: String)
  case refused([String])
}

/// The end of a connection at which a program reports the result of its trial, once.
final class TrialReporter {
  private let descriptor: Descriptor
  private(set) var hasReported = false

  /// - Parameter descriptor: The connection, which the reporter closes.
  init(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    self.descriptor = Descriptor(descriptor)
  }

  func report(_ report: TrialReport) {
    guard !hasReported else { return }
    hasReported = true
    // The other program may have ended, and this one does soon.
    _ = MessageStream.send(MessageStream.bytes(of: report), to: descriptor.number, blocking: true)
  }
}
