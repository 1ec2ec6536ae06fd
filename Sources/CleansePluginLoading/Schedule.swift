import CCleanseProbe
import Glibc

/// The scheduling of a thread: its policy, its priority and its processors. (sched(7).)
struct Schedule: Equatable, CustomStringConvertible {
  private let policy: Int32
  private let priority: Int32
  private let processors: [UInt8]

  /// Reads the scheduling of the calling thread.
  init() {
    policy = sched_getscheduler(0)
    var parameters = sched_param()
    unsafe sched_getparam(0, &parameters)
    priority = parameters.sched_priority
    var set = [UInt8](repeating: 0, count: Int(CPROBE_PROCESSOR_SET_SIZE))
    unsafe cprobe_processors(&set)
    processors = set
  }

  /// Sets the scheduling of the calling thread, as far as the system allows it.
  func restore() {
    var parameters = sched_param()
    parameters.sched_priority = priority
    unsafe sched_setscheduler(0, policy, &parameters)
    unsafe cprobe_set_processors(processors)
  }

  var description: String {
    let count = processors.reduce(0) { $0 + $1.nonzeroBitCount }
    return "policy \(policy), priority \(priority), on "
      + (count == 1 ? "1 processor" : "\(count) processors")
  }
}
