import Glibc
import PluginProbing

extension Supervisor {
  /// Accepts programs on the control socket, and answers them.
  func serveClients(_ now: UInt64) {
    while clients.count < ControlServer.mostClients, let client = control?.accept(now: now) {
      clients.append(client)
    }
    clients = clients.filter { client in
      if client.isSending { client.send() }
      let isNew = client.request == nil
      guard client.isDone || client.receive() else { return false }
      if isNew, let request = client.request { serve(request, for: client) }
      return !client.isDone && (client.isWaiting || client.deadline > now)
    }
  }

  private func serve(_ request: SupervisorRequest, for client: ControlServer.Client) {
    switch request {
    case .status: client.answer(.status(status()))
    case .reload:
      guard !isStopping else {
        return client.answer(
          .reloaded(
            .init(
              succeeded: false, reasons: ["the program is stopping"], keepsOld: false, secondsAgo: 0
            )))
      }
      client.awaitedReload = reload()
    }
  }

  func status() -> SupervisorStatus {
    let now = Clock.nanoseconds()
    func seconds(_ time: UInt64) -> Double { (Double(time) / 1e7).rounded() / 100 }
    func seconds(since time: UInt64) -> Double { seconds(now - time) }
    let state: SupervisorStatus.State =
      isStopping
      ? .stopping
      : isReloading ? .reloading : current != nil ? .ready : hasServed ? .restarting : .starting
    return SupervisorStatus(
      process: getpid(), state: state,
      worker: current.map { worker in
        .init(
          process: worker.process, generation: worker.generation,
          secondsReady: seconds(since: worker.since), responds: responds(worker),
          plugins: worker.plugins, sockets: worker.addresses.sorted(),
          services: worker.services.map { .init(service: $0.name, state: $0.state) })
      },
      draining: workers.filter { $0.phase == .stopping }.map(\.process),
      health: current?.health ?? [],
      reload: lastReload.map { time, reload in
        var reload = reload
        reload.secondsAgo = seconds(since: time)
        return reload
      }, restarts: endCount,
      failedStart: failedStart.map { time, reasons in
        .init(
          reasons: reasons, secondsAgo: seconds(since: time),
          nextInSeconds: restartDue.map { $0 <= now ? 0 : seconds($0 - now) })
      },
      secondsSinceEnd: lastEnd.map { seconds(since: $0.time) }, lastEnd: lastEnd?.phrase)
  }
}
