/// The signals that ask a process to end: SIGTERM and SIGINT.
///
/// While there is a subscription, they are handled. After the first one, or without a subscription, they have their former
/// effect, so a second one ends the process.
package enum TerminationSignals {
  private static let numbers = [SIGTERM, SIGINT]
  /// SIG_IGN as a number.
  private static let ignored = 1

  private struct State {
    var subscriptions: [ObjectIdentifier: Subscription] = [:]
    /// The former effects of the signals, while they are handled.
    var former: [(signal: Int32, action: sigaction)] = []
    var hasThread = false
  }

  private static let state = TrackedMutex(State())

  /// Waits for a signal.
  package final class Subscription: Sendable {
    private struct Reception {
      var isReceived = false
      var action: (@Sendable () -> Void)?
    }

    private let reception = TrackedMutex(Reception())

    /// - Throws: The error of the system, if it can't create a pipe or a thread.
    package init() throws(SystemError) {
      try TerminationSignals.add(self)
    }

    /// Calls the function, on a thread of its own, when a signal is received; immediately if one was.
    package func onSignal(_ action: @escaping @Sendable () -> Void) {
      let isReceived = reception.withLock { reception in
        reception.action = action
        return reception.isReceived
      }
      if isReceived { action() }
    }

    package var isReceived: Bool { reception.withLock { $0.isReceived } }

    /// Ends the subscription.
    package func cancel() {
      TerminationSignals.remove(self)
    }

    fileprivate func receive() {
      let action = reception.withLock { reception in
        reception.isReceived = true
        return reception.action
      }
      action?()
    }
  }

  private static func add(_ subscription: Subscription) throws(SystemError) {
    let failure: SystemError? = state.withLock { state in
      if !state.hasThread {
        var ends: [Int32] = [0, 0]
        guard unsafe pipe(&ends) == 0 else { return SystemError.last }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let input = ends[0]
        guard let thread = SystemThread.start({ receiveSignals(from: input) }) else {
          for end in ends { close(end) }
          return SystemError(number: EAGAIN)
        }
        thread.detach()
        unsafe signalOutput = ends[1]
        state.hasThread = true
      }
      if state.former.isEmpty { state.former = install() }
      state.subscriptions[ObjectIdentifier(subscription)] = subscription
      return nil
    }
    if let failure { throw failure }
  }

  private static func remove(_ subscription: Subscription) {
    state.withLock { state in
      state.subscriptions[ObjectIdentifier(subscription)] = nil
      if state.subscriptions.isEmpty { restore(&state) }
    }
  }

  private static func install() -> [(signal: Int32, action: sigaction)] {
    numbers.compactMap { signal in
      var former = sigaction()
      unsafe sigaction(signal, nil, &former)
      // As a shell starts background jobs: they don't end when the user interrupts another one.
      guard unsafe unsafeBitCast(former.__sigaction_handler.sa_handler, to: Int.self) != ignored
      else { return nil }
      var action = sigaction()
      unsafe action.__sigaction_handler.sa_handler = handleSignal
      action.sa_flags = SA_RESTART
      unsafe sigaction(signal, &action, nil)
      return (signal, former)
    }
  }

  private static func restore(_ state: inout State) {
    for (signal, action) in state.former {
      var action = action
      unsafe sigaction(signal, &action, nil)
    }
    state.former = []
  }

  /// Reads the signals that the handler writes, for as long as the process runs.
  private static func receiveSignals(from input: Int32) {
    var signal: UInt8 = 0
    while true {
      let count = unsafe read(input, &signal, 1)
      guard count == 1 else {
        if count < 0, errno == EINTR { continue }
        return
      }
      let (subscriptions, isSecond) = state.withLock { state in
        defer { restore(&state) }
        return (Array(state.subscriptions.values), state.former.isEmpty)
      }
      // It arrived before its former effect was restored.
      if isSecond { kill(getpid(), Int32(signal)) }
      for subscription in subscriptions { subscription.receive() }
    }
  }
}

/// The pipe that the handler writes to.
// Safety: set before the handler is installed, and never changed again.
private nonisolated(unsafe) var signalOutput: Int32 = -1

/// Only functions that are safe in a signal handler are called here (signal-safety(7)).
private func handleSignal(_ signal: Int32) {
  let saved = errno
  var byte = UInt8(truncatingIfNeeded: signal)
  _ = unsafe write(signalOutput, &byte, 1)
  errno = saved
}
