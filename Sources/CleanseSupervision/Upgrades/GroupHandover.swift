import CleansePluginMetadata
import CleanseProcesses
import CleansePluginProbing

/// What a supervisor hands over of a group of services: its workers, and what the next one needs to replace them.
struct GroupHandover: Codable {
  /// A worker that serves or stops.
  struct Worker: Codable {
    let number: WorkerNumber
    let process: Int32
    let set: SetNumber
    let limits: IslandLimits?
    let messages: Int32
    let sockets: Int32
    let output: Int32
    let confinement: ConfinedProcess.Handover
    let addresses: Set<String>
    let plugins: [String]
    let selection: [WorkerPlugin]
    let isConfined: Bool
    let isStopping: Bool

    /// The descriptors of the worker.
    var descriptors: [Int32] { [messages, sockets, output] + confinement.descriptors }
  }

  let lastWorker: WorkerNumber
  /// The worker that serves; nil if none does.
  let server: WorkerNumber?
  let workers: [Worker]
  let lastSet: SetNumber
  /// The set that has served last.
  let served: GroupSets.Served?
  /// The plugins of the last worker that has served.
  let servedPlugins: [WorkerPlugin]
  /// The addresses of the sockets of the last worker that has served, and does not any more.
  let servedAddresses: Set<String>
  /// How often a worker has ended by itself.
  let endCount: Int
  let counts: GroupCounts
}

extension GroupHandover {
  /// - Parameter handover: What is handed over of a worker; nil if it has no process.
  init(_ state: GroupState, _ handover: (WorkerNumber, GroupWorker) -> Worker?) {
    (lastWorker, server) = (state.lastNumber, state.server)
    workers = state.workers.sorted { $0.key < $1.key }.compactMap(handover)
    (lastSet, served) = (state.sets.lastNumber, state.sets.served)
    (servedPlugins, servedAddresses) = (state.servedPlugins, state.servedAddresses)
    (endCount, counts) = (state.endCount, state.counts)
  }
}

extension GroupHandover.Worker {
  init(
    _ number: WorkerNumber, _ worker: GroupWorker, messages: Int32, sockets: Int32, output: Int32,
    confinement: ConfinedProcess.Handover
  ) {
    (self.number, process, set) = (number, worker.process, worker.set)
    limits = worker.limits
    (self.messages, self.sockets, self.output) = (messages, sockets, output)
    self.confinement = confinement
    (addresses, plugins, selection) = (worker.addresses, worker.plugins, worker.selection)
    (isConfined, isStopping) = (worker.isConfined, worker.isStopping)
  }
}

extension Supervisor.Group {
  /// What is handed over of the group.
  var handover: GroupHandover {
    GroupHandover(state) { number, worker in
      processes[number].map { process in
        GroupHandover.Worker(
          number, worker, messages: process.messages.number, sockets: process.sockets.number,
          output: process.output.number, confinement: process.confined.handover)
      }
    }
  }

  /// A group of another program, whose workers go on.
  init(
    _ settings: SupervisorSettings, isIsland: Bool = false, taking handover: GroupHandover
  ) throws(SystemCallError) {
    self.init(settings, isIsland: isIsland)
    state.take(handover, at: Clock.nanoseconds())
    for worker in handover.workers {
      processes[worker.number] = try WorkerProcess(taking: worker)
    }
  }
}

extension GroupState {
  /// Takes over the group of another program.
  mutating func take(_ handover: GroupHandover, at now: UInt64) {
    (lastNumber, endCount, counts) = (handover.lastWorker, handover.endCount, handover.counts)
    hasServed = true
    (servedPlugins, servedAddresses) = (handover.servedPlugins, handover.servedAddresses)
    sets = GroupSets(limit: sets.limit, lastNumber: handover.lastSet, served: handover.served)
    for worker in handover.workers {
      let deadline = worker.isStopping ? now + stopDeadline.nanoseconds : nil
      workers[worker.number] = GroupWorker(taking: worker, deadline: deadline, at: now)
    }
    phase = handover.server.map { .serving($0) } ?? .restarting(due: now)
  }
}

extension WorkerProcess {
  /// A worker that another program has started in this process. Where it crashes is not reported: that program had the page for
  /// it.
  fileprivate convenience init(taking worker: GroupHandover.Worker) throws(SystemCallError) {
    let handle = try ProcessHandle(worker.process)
    self.init(
      process: worker.process, handle: handle, messages: Descriptor(worker.messages),
      sockets: Descriptor(worker.sockets), output: Descriptor(worker.output),
      confined: ConfinedProcess(taking: worker.confinement), page: try SharedPage())
    usesPlugins = true
  }
}
