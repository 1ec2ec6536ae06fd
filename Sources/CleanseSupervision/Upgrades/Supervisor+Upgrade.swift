import CCleanseSupervision
import CleanseProcesses
import CleanseSupport

extension Supervisor {
  /// Whether this process is to replace another program in a supervisor, at once or after a trial.
  package static var replacesProgram: Bool { SupervisorHandover.isPresent }

  /// Starts to replace this program by the one that is installed now.
  ///
  /// - Parameter request: The request that is answered when that has succeeded or failed; nil if none is.
  func beginUpgrade(answering request: RequestNumber?) {
    let requests = request.map { [$0] } ?? []
    if trial != nil {
      trial?.requests += requests
      return
    }
    guard groups[.all]?.state.isStopping == false else {
      return refuseUpgrade(["the program is stopping"], answering: requests)
    }
    guard settings.record == nil else {
      return refuseUpgrade(
        ["what --record-permissions has recorded can't be handed over"], answering: requests)
    }
    guard let program = ProgramPath.installed else {
      return refuseUpgrade(["the path of the program is not known"], answering: requests)
    }
    guard let handover = handover(answering: requests) else { return }
    log.write(.programTried, "trying the program \(program)")
    do throws(SystemCallError) {
      trial = try ProgramTrial.start(
        program, handover, within: settings.readyDeadline + settings.stopDeadline,
        answering: requests)
    } catch {
      refuseUpgrade(["the system can't start a process: \(error)"], answering: requests)
    }
  }

  private func refuseUpgrade(_ reasons: [String], answering requests: [RequestNumber]) {
    log.write(LogRecord(.programKept, ["the program was not replaced"] + reasons))
    failedReplacement = .init(time: Clock.nanoseconds(), value: reasons)
    for request in requests { answer(request, .refused(reasons)) }
  }

  /// Takes the result of a trial, and executes the program that has passed it.
  func takeTrial() -> Events {
    if let trial, let outcome = trial.outcome(at: Clock.nanoseconds()) {
      self.trial = nil
      switch outcome {
      case .passed(let version, let printed):
        successor = (version, trial.requests)
        guard !printed.isEmpty else { break }
        log.write(
          LogRecord(.programTried, ["it has written this to standard error"] + printed))
      case .failed(let reasons): refuseUpgrade(reasons, answering: trial.requests)
      }
    }
    if let successor { execute(successor.version, answering: successor.requests) }
    return []
  }

  /// Executes the program that has passed its trial, as soon as no worker starts and everything has been sent.
  private func execute(_ version: String, answering requests: [RequestNumber]) {
    guard groups[.all]?.state.isStopping == false else {
      successor = nil
      return refuseUpgrade(["the program is stopping"], answering: requests)
    }
    let processes = groups.values.flatMap(\.processes.values)
    guard let program = ProgramPath.installed, let handover = handover(answering: requests),
      // An island that stops is no part of the application any more.
      !groups.values.contains(where: { $0.state.start != nil || $0.state.isStopping }),
      !processes.contains(where: \.isSending), !servers.contains(where: \.isSending)
    else { return }
    successor = nil
    for process in processes { write(process.lastPrintedLines(), printedBy: process) }
    log.write(
      .programReplaced,
      "executing \(program) of version \(version) in this process; where its present workers crash will not be reported"
    )
    log.finish()
    let error = handover.execute(program)
    refuseUpgrade(["can't execute \(program): \(error)"], answering: requests)
  }

  /// What a program takes over that replaces this one.
  private func handover(answering requests: [RequestNumber]) -> SupervisorHandover? {
    guard let group = groups[.all]?.handover else { return nil }
    let waiting = requests.compactMap { control?.client($0) }
    return SupervisorHandover(
      format: SupervisorHandover.format, version: settings.version,
      signalMask: csupervision_earlier_mask(), directory: store.handover,
      control: control?.handover, statusSocket: statusServer?.handover, manager: manager.address,
      sockets: sockets.handover,
      unusableNames: sockets.unusableNames, group: group,
      islands: Dictionary(
        uniqueKeysWithValues: groups.filter(\.key.isIsland).map { ($0.text, $1.handover) }),
      servingIslands: islands.serving, descriptorLimit: descriptorLimit.earlier.map(UInt64.init),
      requests: waiting.map { .init(number: $0.number, descriptor: $0.descriptor) })
  }

  /// The events that a program begins with which has replaced another one.
  func takeFirst() -> Events {
    defer { first = [] }
    return first
  }

  /// Reports the result of a trial as which this process has started, and stops.
  func reportTrial() -> Events {
    guard let reporter = trialReporter, !reporter.hasReported, let state = groups[.all]?.state
    else { return [] }
    if case .serving = state.phase {
      reporter.report(.ready(version: settings.version))
      return stopEvents
    }
    if exitStatus != nil {
      reporter.report(.refused(state.failedStart?.value ?? ["it was stopped"]))
    }
    return []
  }
}
