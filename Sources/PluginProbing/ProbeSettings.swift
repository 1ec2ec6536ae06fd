/// How much a plugin may take while it is probed.
public struct ProbeSettings: Hashable, Sendable {
  /// How long a plugin may take to load and to configure twice.
  ///
  /// While others are loaded beside it, it gets half of that; one that is late then is tried again alone.
  /// Then the time that it waits for a processor is not counted, up to twice the deadline.
  public var deadline: Duration
  /// How many bytes of address space it may add to those of the process that it is loaded into.
  public var memory: Int

  /// Five seconds and a gigabyte, unless they are given.
  public init(deadline: Duration = .seconds(5), memory: Int = 1 << 30) {
    self.deadline = deadline
    self.memory = memory
  }
}
