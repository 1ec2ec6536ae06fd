import CleanseProcesses
import CleanseSupport

/// What a supervisor has at its beginning: it creates all of it, or takes it over from another program.
struct SupervisorParts {
  var control: ControlServer?
  var statusServer: ControlServer?
  let store: SetStore
  let manager: ServiceManager
  let sockets: ListeningSockets
  var groups: [GroupName: Supervisor.Group]
  /// The islands of another program.
  var islands = IslandStarts()
  var descriptorLimit = DescriptorLimit()
  /// The signals that were blocked when another program started; nil if none hands over.
  var signalMask: UInt64?
  /// The workers of another program.
  var workers: Set<pid_t> = []
  /// What happens first.
  var events: [GroupEvent] = []
  /// Where to report that this program can replace another one; nil unless this is its trial.
  var trialReporter: TrialReporter?
  /// Whether this program replaces no other one.
  var isNew: Bool { signalMask == nil && trialReporter == nil }

  init(_ settings: SupervisorSettings) throws(ControlServer.Failure) {
    switch try Self.beginning() {
    case .new:
      try self.init(creating: settings, ListeningSockets())
      control = try settings.control.map { path throws(ControlServer.Failure) in
        try ControlServer(path: path)
      }
      statusServer = try settings.statusSocket.map { socket throws(ControlServer.Failure) in
        try ControlServer(path: socket.path, .status(group: socket.group), besides: control)
      }
    case .trial(let handover, let reporter):
      // The control socket is the other program's, as are the files of sockets.
      try self.init(creating: settings, ListeningSockets(taking: handover, owns: false))
      trialReporter = reporter
    case .replacing(let handover): try self.init(taking: handover, settings)
    }
  }

  private static func beginning() throws(ControlServer.Failure) -> SupervisorHandover.Beginning {
    do throws(SupervisorHandover.Failure) {
      return try SupervisorHandover.taken()
    } catch {
      throw ControlServer.Failure(lines: [error.reason])
    }
  }

  private init(
    creating settings: SupervisorSettings, _ sockets: ListeningSockets
  ) throws(ControlServer.Failure) {
    do throws(SetStore.Failure) {
      store = try SetStore(in: settings.stateDirectories, weaknesses: settings.weaknesses)
    } catch {
      throw ControlServer.Failure(lines: error.lines)
    }
    (manager, self.sockets) = (ServiceManager(), sockets)
    groups = [.all: Supervisor.Group(settings)]
  }

  private init(
    taking handover: SupervisorHandover, _ settings: SupervisorSettings
  ) throws(ControlServer.Failure) {
    manager = ServiceManager(at: handover.manager)
    sockets = ListeningSockets(taking: handover, owns: true)
    islands = IslandStarts(taking: handover.servingIslands)
    descriptorLimit = DescriptorLimit(earlier: handover.descriptorLimit)
    descriptorLimit.makeRoom(forWorkers: handover.groups.count)
    groups = try Self.groups(of: handover, settings)
    signalMask = handover.signalMask
    store = SetStore(
      taking: handover.directory, groups.values.reduce(into: []) { $0.formUnion($1.state.usedSets) }
    )
    workers = Set(handover.groups.flatMap(\.workers).map(\.process))
    control = handover.control.map { ControlServer(taking: $0, .control, handover.requests) }
    statusServer = handover.statusSocket.map {
      ControlServer(taking: $0, .status(group: settings.statusSocket?.group))
    }
    events = [.replacedProgram(answering: handover.requests.map(\.number))]
  }

  /// Takes over all workers.
  private static func groups(
    of handover: SupervisorHandover, _ settings: SupervisorSettings
  ) throws(ControlServer.Failure) -> [GroupName: Supervisor.Group] {
    var groups: [GroupName: Supervisor.Group] = [:]
    do throws(SystemCallError) {
      groups[.all] = try Supervisor.Group(settings, taking: handover.group)
      for (name, island) in handover.islands {
        groups[.island(name)] = try Supervisor.Group(settings, isIsland: true, taking: island)
      }
    } catch {
      throw ControlServer.Failure(lines: ["can't take over the workers: \(error)"])
    }
    return groups
  }
}
