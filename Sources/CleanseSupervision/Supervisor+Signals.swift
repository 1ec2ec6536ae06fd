import CCleanseSupervision
import CleansePluginProbing
import CleanseSupport

/// The signals that the supervisor gets.
extension Supervisor {
  /// Takes the signals that have arrived.
  func takeSignals() -> Events {
    var events: Events = []
    while true {
      var (process, user): (Int32, UInt32) = (0, 0)
      let signal = unsafe csupervision_next_signal(signals, &process, &user)
      guard signal != 0 else { return events }
      report(signal: signal, of: process, user: user)
      switch signal {
      case SIGTERM, SIGINT:
        trial?.kill(SIGTERM)
        events += stopEvents
      case SIGHUP: events.append((.all, .reload(nil)))
      case SIGUSR1: log.reopen()
      case SIGUSR2: beginUpgrade(answering: nil)
      default: break
      }
    }
  }

  /// Logs which process has sent a signal. What follows from those that do not stop the program is an entry of its own.
  private func report(signal: Int32, of process: pid_t, user: uid_t) {
    guard signal != SIGCHLD else { return }
    let sender =
      switch process {
      case -1: "the system, such as for a key of the terminal"
      case 0: "a process of the user \(user) outside of the PID namespace"
      default: "the process \(process) of the user \(user)"
      }
    log.write(
      .signalReceived, "received \(SignalName.of(signal)) from \(sender)",
      level: signal == SIGTERM || signal == SIGINT ? .info : .debug)
  }
}
