import CleanseGraph
internal import CleanseSupport

/// What each service does next.
extension ServiceRunner {
  /// The time that a service gets after its task was cancelled.
  private static let grace = Duration.seconds(1)
  /// The delays before a service is started again: the first one, and the longest one.
  private static let delays = (first: Duration.milliseconds(100), longest: Duration.seconds(30))
  /// After this time, a service that ends is started again as if for the first time.
  private static let stableTime = Duration.seconds(60)

  // MARK: - Starting

  func begin(_ index: Int) {
    enter(.starting, index)
    report(.starting, of: index)
    let (service, context) = (states[index].service, context)
    states[index].task = Task.detached(priority: priority) {
      let result: Result<ServiceInstance, any Error>
      do {
        let instance = try service.make(context)
        let span = Trace.beginAwaiting(
          .service, "\(service.key)", of: service.provenance.origin)
        defer { span?.end() }
        try await instance.start()
        result = .success(instance)
      } catch {
        result = .failure(error)
      }
      await self.started(index, result)
    }
    let deadline = states[index].service.settings.startDeadline
    after(deadline, index) { runner in
      runner.leave(index)
      runner.startFailed(index, ServiceDeadlineError(deadline: deadline))
    }
  }

  private func started(_ index: Int, _ result: Result<ServiceInstance, any Error>) {
    let wasLeaving = states[index].phase == .leaving
    guard wasLeaving || states[index].phase == .starting else {
      // It was abandoned. What has started can't be stopped in order any more, but is not left running.
      if case .success(let instance) = result {
        Task.detached(executorPreference: spareExecutor, priority: priority) {
          try await instance.stop()
        }
      }
      return
    }
    switch result {
    case .success(let instance):
      states[index].instance = instance
      states[index].readySince = .now
      enter(.ready, index)
      // Nothing runs yet.
      states[index].hasRun = true
      if wasLeaving {
        if reason == nil { end(index) }
      } else {
        report(.ready, of: index)
        if hasStarted { watch(index) }
      }
      advance()
    case .failure(let error):
      enter(.done, index)
      if !wasLeaving {
        startFailed(index, error)
      } else if !(error is CancellationError) {
        report(.startFailed(error), of: index)
      }
      if states[index].isRestarting { pause(index) }
      advance()
    }
  }

  /// What follows from a start that failed or is late.
  private func startFailed(_ index: Int, _ error: any Error) {
    let isFailure = !states[index].isRestarting
    report(.startFailed(error), of: index, isFailure: isFailure)
    if isFailure { stop(because: .failed) }
    advance()
  }

  /// Cancels the start of a service, and abandons it if it does not end.
  func leave(_ index: Int) {
    enter(.leaving, index)
    states[index].task?.cancel()
    after(max(Self.grace, states[index].service.settings.stopDeadline), index) { runner in
      runner.abandon(index)
    }
  }

  // MARK: - Ending

  /// Calls the function `run` of a service that is ready.
  func watch(_ index: Int) {
    guard let instance = states[index].instance else { return }
    states[index].hasRun = false
    states[index].run = Task.detached(priority: priority) {
      guard await self.mayRun(index) else { return await self.ran(index, nil) }
      do {
        try await instance.run()
        await self.ran(index, nil)
      } catch {
        await self.ran(index, error)
      }
    }
  }

  /// Whether the service is ready, and has not been stopped before it could run.
  private func mayRun(_ index: Int) -> Bool { states[index].phase == .ready }

  /// The function `run` of a service has ended.
  private func ran(_ index: Int, _ error: (any Error)?) {
    states[index].hasRun = true
    switch states[index].phase {
    case .stopping:
      if let error, !(error is CancellationError) { report(.ended(error), of: index) }
      if states[index].hasStopped { finish(index) }
    case .ready:
      enter(.ended, index)
      let ending = states[index].service.settings.ending
      report(.ended(error), of: index, isFailure: ending == .stopAll && reason == nil)
      switch ending {
      case .ignore: break
      case .stopAll: stop(because: .failed)
      case .restart:
        guard reason == nil else { break }
        states[index].isRestarting = true
        end(index)
      }
      advance()
    default: break
    }
  }

  func end(_ index: Int) {
    guard let instance = states[index].instance else { return finish(index) }
    enter(.stopping, index)
    report(.stopping, of: index)
    states[index].hasStopped = false
    // Also if services block the threads that tasks share: what stops them may end that.
    states[index].task = Task.detached(executorPreference: spareExecutor, priority: priority) {
      do {
        try await instance.stop()
        await self.stopped(index, nil)
      } catch {
        await self.stopped(index, error)
      }
    }
    let deadline = states[index].service.settings.stopDeadline
    after(deadline, index) { runner in
      runner.stopFailed(index, ServiceDeadlineError(deadline: deadline))
      runner.states[index].task?.cancel()
      runner.states[index].run?.cancel()
      runner.after(Self.grace, index) { $0.abandon(index) }
    }
  }

  /// The function `stop` of a service has ended.
  private func stopped(_ index: Int, _ error: (any Error)?) {
    guard states[index].phase == .stopping else { return }
    if let error { stopFailed(index, error) }
    states[index].hasStopped = true
    if states[index].hasRun { finish(index) } else { states[index].run?.cancel() }
  }

  /// A service that is started again has not failed, whatever happens before.
  private func stopFailed(_ index: Int, _ error: any Error) {
    report(.stopFailed(error), of: index, isFailure: reason != nil)
  }

  private func finish(_ index: Int) {
    (states[index].task, states[index].run) = (nil, nil)
    report(.stopped, of: index)
    if states[index].isRestarting, reason == nil { pause(index) } else { enter(.done, index) }
    advance()
  }

  private func abandon(_ index: Int) {
    report(.abandoned, of: index, isFailure: true)
    enter(.done, index)
    // It can neither be started again, nor be stopped.
    if reason == nil { stop(because: .failed) }
    advance()
  }

  // MARK: - Starting again

  private func pause(_ index: Int) {
    guard reason == nil else { return enter(.done, index) }
    enter(.pausing, index)
    if let since = states[index].readySince, since.duration(to: .now) > Self.stableTime {
      states[index].restarts = 0
    }
    states[index].readySince = nil
    let doublings = min(states[index].restarts, 16)
    let delay = min(Self.delays.first * (1 << doublings), Self.delays.longest)
    states[index].restarts += 1
    report(.restarting(after: delay), of: index)
    after(delay, index) { runner in
      // Its predecessors may be starting again, too.
      runner.enter(.waiting, index)
      runner.advance()
    }
  }
}
