import CCleanseProbe
import CleansePluginFiles
import CleansePluginLoading
import CleansePluginMetadata
import CleanseSupport

/// The code of a probe process, from its start to its end.
enum ProbeChild {
  /// The statuses of a process that could not start or report; nothing else uses these numbers on purpose.
  enum Status {
    static let done: Int32 = 0
    static let unprepared: Int32 = 117
    static let unheard: Int32 = 118
    static let unconfined: Int32 = 119

    /// Whether the machine, and not a plugin, caused the status.
    static func isOfProbe(_ status: Int32) -> Bool {
      [unprepared, unheard, unconfined].contains(status)
    }
  }

  /// Performs the task and ends the process. None of the host's exit handlers run.
  ///
  /// - Parameters:
  ///   - result: The pipe for the result.
  ///   - output: The pipe for standard output and standard error.
  ///   - parent: The process ID of the fork server.
  ///   - start: The time before the fork.
  ///   - sandbox: What confines the process; nil for nothing.
  static func run(
    _ request: ProbeRequest, work: ProbeWork, result: Int32, output: Int32, parent: pid_t,
    since start: UInt64, in sandbox: ProbeSandbox?
  ) -> Never {
    let kept = [result] + (sandbox?.keptDescriptors ?? [])
    guard prepare(request, result: result, keeping: kept, output: output, parent: parent) else {
      _exit(Status.unprepared)
    }
    // The last step before code of plugins runs: nothing of it may come before.
    guard sandbox?.enter() ?? true else { _exit(Status.unconfined) }
    func observe(_ validator: RunningValidator?) {
      send(ProbeFrame.bytes(of: validator, nonce: request.nonce), to: result)
    }
    let payload =
      request.isTraced
      ? tracedPayload(of: request, work, since: start, observe)
      : work.payload(of: request, observing: observe)
    fflush(nil)
    send(ProbeFrame.bytes(of: payload, nonce: request.nonce), to: result)
    _exit(Status.done)
  }

  /// Ends the process if the fork server does not read what it sends.
  private static func send(_ frame: [UInt8], to result: Int32) {
    do throws(SystemError) {
      try writeAll(frame, to: result)
    } catch {
      _exit(Status.unheard)
    }
  }

  /// The payload, after what the process did when.
  private static func tracedPayload(
    of request: ProbeRequest, _ work: ProbeWork, since start: UInt64,
    _ observe: (RunningValidator?) -> Void
  ) -> [UInt8] {
    let trace = Trace(of: "probe")
    Trace.install(trace)
    trace.record(TraceLabel(.fork, "a process"), from: start)
    let payload = work.payload(of: request, observing: observe)
    do {
      return try ProbeMessage.bytes(of: ProbeTimes.sent(trace.finish()), payload: payload)
    } catch {
      // The host does not accept an empty result and reports that.
      return []
    }
  }

  private static func prepare(
    _ request: ProbeRequest, result: Int32, keeping kept: [Int32], output: Int32, parent: pid_t
  ) -> Bool {
    guard setpgid(0, 0) == 0, unsafe cprobe_prepare_child(name(of: request.id), parent) == 0,
      let nothing = unsafe Optional(open("/dev/null", O_RDONLY)), nothing >= 0,
      dup2(nothing, STDIN_FILENO) >= 0, dup2(output, STDOUT_FILENO) >= 0,
      dup2(output, STDERR_FILENO) >= 0
    else { return false }
    unsafe cprobe_close_from(STDERR_FILENO + 1, kept, Int32(kept.count))
    guard request.limits.apply() else { return false }
    return unsafe cprobe_report_crashes(result, request.nonce) == 0
  }

  /// The process name for a request, as shown by ps(1).
  private static func name(of request: Int) -> String { "probe-\(request)" }
}

extension ProbeLimits {
  private static let fileBytes: UInt64 = 64 << 20
  private static let descriptors: UInt64 = 256

  /// The number of files that are open at once while the process is confined, for paths that are granted.
  private var openedForGrants: UInt64 {
    UInt64(grants.all.readable.count + grants.all.writable.count)
  }

  /// Limits the calling process. In addition to the settings' limits, it gets enough files and descriptors
  /// for any plugin to start.
  func apply() -> Bool {
    var limits = cprobe_limits(
      cpu_seconds: UInt64(allowedMilliseconds / 1000 + 2), file_bytes: Self.fileBytes,
      descriptors: Self.descriptors + openedForGrants, further_processes: 256,
      further_bytes: UInt64(memory))
    return unsafe cprobe_limit(&limits) == 0
  }

  /// The resource limits of this process that probe processes inherit, as far as they are lower than the
  /// probe's own.
  static let inherited: [UInt64] = {
    // Those of core files, and of processes, which depends on how many there are, are the probe's own. (bits/resource.h.)
    let own: [UInt32: UInt64] = [1: Self.fileBytes, 7: Self.descriptors]
    return (0..<16).filter { ![4, 6].contains($0) }.map { ($0, own[$0] ?? .max) }.map {
      resource, most in
      var limit = rlimit()
      guard unsafe getrlimit(__rlimit_resource_t(resource), &limit) == 0 else { return 0 }
      return min(UInt64(limit.rlim_cur), most)
    }
  }()
}
