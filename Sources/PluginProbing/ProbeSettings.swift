/// How much a plugin may take while it is probed.
public struct ProbeSettings: Hashable, Sendable {
  /// How long a plugin may take to load and to configure twice.
  public var deadline: Duration
  /// How many bytes of address space it may add to those of the process that it is loaded into.
  public var memory: Int

  /// Five seconds and a gigabyte, unless they are given.
  public init(deadline: Duration = .seconds(5), memory: Int = 1 << 30) {
    self.deadline = deadline
    self.memory = memory
  }
}
