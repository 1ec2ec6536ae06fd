import CleanseSupport
import CleanseProcesses

/// Observes what the threads of a worker do, for a supervisor that does not get an answer from it.
struct WorkerObserver {
  /// For how long the threads have run, or have waited for a processor, until a time.
  private struct Sample {
    let time: UInt64
    let demands: [FilePath: UInt64]
  }

  /// A thread that computes demands a processor at least for this part of the time.
  private static let leastShare = 2

  private let process: pid_t
  private var last: Sample?
  /// The IDs of threads that run no tasks: whatever these do, tasks can be blocked.
  var taskless: Set<Int32> = []

  init(_ process: pid_t) {
    self.process = process
  }

  /// What the worker does, or has done since the last call.
  mutating func condition() -> WorkerCondition {
    let sample = sample()
    defer { last = sample }
    let status = ProcessStatus(of: process)
    if let tracer = status["TracerPid"], tracer != "0" { return .traced }
    if status["State"]?.hasPrefix("T") == true { return .stopped }
    guard let last, sample.time > last.time else { return .waiting }
    let isComputing = sample.demands.contains { thread, demand in
      let earlier = last.demands[thread] ?? 0
      return demand > earlier
        && (demand - earlier) * UInt64(Self.leastShare) > sample.time - last.time
    }
    return isComputing ? .computing : .waiting
  }

  private func sample() -> Sample {
    let folder = FilePath("/proc/\(process)/task")
    let threads = ((try? Directory.entries(in: folder)) ?? []).filter { thread in
      !taskless.contains(Int32(thread.text) ?? 0)
    }
    return Sample(
      time: Clock.nanoseconds(),
      demands: threads.reduce(into: [:]) { demands, thread in
        demands[thread] = Self.demand(of: folder.appending(thread))
      })
  }

  /// The time for which a thread has run or has waited for a processor; nil if the system does not count it.
  private static func demand(of thread: FilePath) -> UInt64? {
    // (Documentation/scheduler/sched-stats.rst of Linux.)
    let fields = SystemPath.text(of: thread.appending("schedstat").text).split(separator: " ")
    guard fields.count == 3, let ran = UInt64(fields[0]), let waited = UInt64(fields[1]) else {
      return nil
    }
    return ran + waited
  }
}
