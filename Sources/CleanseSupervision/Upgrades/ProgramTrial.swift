import CCleanseProbe
import CCleanseSupervision
import CleanseProcesses
import CleanseSupport

/// The trial of a program that is to replace this one: a child that executes it, takes the same sockets, and starts a worker.
final class ProgramTrial {
  /// How a trial has ended.
  enum Outcome {
    /// The program of this version can replace this one.
    ///
    /// - Parameter printed: What it has written to standard error before it had its log.
    case passed(version: String, printed: [String])
    case failed([String])
  }

  /// How long a program may take besides its worker.
  private static let patience = Duration.seconds(30)
  /// How many lines of what it writes to standard error are kept.
  private static let mostLines = 20
  /// How much of that is read at a time, in bytes.
  private static let longestRead = 1 << 14

  let process: pid_t
  let handle: ProcessHandle
  let reports: Descriptor
  /// Its standard error, until it has its log.
  let output: Descriptor
  /// Whether something more can be read from there.
  private(set) var isPrinting = true
  /// The requests that its result answers.
  var requests: [RequestNumber]
  /// How long it may take.
  private let limit: Duration
  /// When it has to have ended.
  private(set) var deadline: UInt64
  private var buffer = LineBuffer()
  private var report: TrialReport?
  private var lines = PrintedLines()
  private var printed: [String] = []
  private(set) var isOverdue = false

  private init(
    _ process: pid_t, _ handle: ProcessHandle, _ reports: consuming Descriptor,
    _ output: consuming Descriptor, answering requests: [RequestNumber], within limit: Duration
  ) {
    (self.process, self.handle, self.requests) = (process, handle, requests)
    self.reports = reports
    self.output = output
    self.limit = limit
    deadline = Clock.nanoseconds() + limit.nanoseconds
  }

  /// Starts a trial.
  ///
  /// - Parameters:
  ///   - program: The file of the program.
  ///   - handover: What it takes over if it can.
  ///   - time: How long a worker may take to start and to stop.
  static func start(
    _ program: FilePath, _ handover: SupervisorHandover, within time: Duration,
    answering requests: [RequestNumber]
  ) throws(SystemCallError) -> ProgramTrial {
    let connection = try DescriptorPair.connection()
    let output = try DescriptorPair.pipe()
    let supervisor = getpid()
    fflush(nil)
    let process = cprobe_fork()
    guard process != 0 else {
      // Nothing of the supervisor may be released here, as in a worker.
      let (_, own) = (connection.first.release(), connection.second.release())
      let (_, printing) = (output.first.release(), output.second.release())
      guard csupervision_prepare_trial(supervisor) == 0,
        (try? TrialErrors.replace(by: printing)) != nil
      else { _exit(3) }
      let error = handover.execute(program, reportingTo: own)
      TrialReporter(own).report(
        .refused(["can't execute \(program): \(SystemError(number: error.number))"]))
      _exit(3)
    }
    guard process > 0 else { throw SystemCallError("fork") }
    do throws(SystemCallError) {
      output.first.setNonblocking()
      return ProgramTrial(
        process, try ProcessHandle(process), connection.first, output.first, answering: requests,
        within: time + patience)
    } catch {
      Glibc.kill(process, SIGKILL)
      waitpid(process, nil, 0)
      throw error
    }
  }

  /// Reads what the program has written to standard error.
  private func readOutput() {
    guard isPrinting else { return }
    let (isOpen, bytes) = output.available(limit: Self.longestRead)
    isPrinting = isOpen && !handle.hasEnded
    let new = lines.take(bytes) + (isPrinting ? [] : lines.end())
    printed += new.prefix(Self.mostLines - printed.count).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  /// The outcome, once the program has ended; nil before.
  func outcome(at now: UInt64) -> Outcome? {
    for line in buffer.lines(from: reports.number) ?? [] where report == nil {
      report = TrialReport(message: line)
    }
    readOutput()
    guard handle.hasEnded else {
      if now >= deadline {
        (isOverdue, deadline) = (true, .max)
        kill(SIGKILL)
      }
      return nil
    }
    var status: Int32 = 0
    _ = unsafe waitpid(process, &status, WNOHANG)
    switch (report, isOverdue) {
    case (.ready(let version)?, _): return .passed(version: version, printed: printed)
    case (.refused(let reasons)?, _): return .failed(reasons + printed)
    case (nil, true): return .failed(["it is not ready after \(limit)"] + printed)
    case (nil, false):
      let phrase = ProcessEnd(waitStatus: status).phrase
      return .failed(["it \(phrase) before it was ready"] + printed)
    }
  }

  /// Sends a signal to the program, which kills its worker when it has ended.
  func kill(_ signal: Int32) { Glibc.kill(process, signal) }
}
