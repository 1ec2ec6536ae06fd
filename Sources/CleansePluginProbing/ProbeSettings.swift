public import CleansePluginFiles

/// The limits of a plugin while it is probed.
public struct ProbeSettings: Hashable, Sendable {
  /// The time that a plugin may take to load and to configure twice.
  ///
  /// While other plugins are loaded at the same time, it gets half of that. A plugin that exceeds it is retried
  /// alone; then the time that it waits for a processor is not counted, up to twice the deadline.
  public var deadline: Duration
  /// The bytes of address space that a plugin may add to those of the process that it is loaded into.
  public var memory: Int
  /// Whether the processes that load plugins are confined: whether they may neither write nor read the user's files, nor use
  /// the network, nor execute programs, nor affect other processes.
  public var sandbox: SandboxMode
  /// What plugins may do in spite of the sandbox. No path should lie below a writable one: a plugin could replace it by a link to
  /// any other file, and use that when it is checked again.
  public var grants = SandboxGrants()

  /// Creates settings; the default is five seconds, a gibibyte, and as much of the sandbox as the system can enforce.
  public init(
    deadline: Duration = .seconds(5), memory: Int = 1 << 30, sandbox: SandboxMode = .prefer
  ) {
    self.deadline = deadline
    self.memory = memory
    self.sandbox = sandbox
  }
}
