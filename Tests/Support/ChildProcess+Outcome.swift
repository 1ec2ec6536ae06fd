extension ChildProcess {
  /// How a program ended and what it wrote.
  public struct Outcome {
    /// The status that it passed to `exit`, or 128 and the signal that ended it, as a shell counts.
    public var status: Int32
    public var output: [UInt8]
    public var errors: [UInt8]
    /// Whether it had to be killed because its time was up.
    public var isOverdue: Bool
  }
}
