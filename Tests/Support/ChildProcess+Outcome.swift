extension ChildProcess {
  /// The result of a run.
  public struct Outcome {
    /// The exit status, or 128 plus the signal that ended the program, as in a shell.
    public var status: Int32
    public var output: [UInt8]
    public var errors: [UInt8]
    /// Whether the program was killed at the deadline.
    public var isOverdue: Bool
  }
}
