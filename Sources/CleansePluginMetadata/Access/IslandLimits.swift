package import CleanseSupport

/// How much of the machine the processes of an island may use, all together: what a control group of Linux limits.
package struct IslandLimits: Hashable, Codable, Sendable {
  /// Their memory, in bytes; nil for any amount. One of them is ended if they need more.
  package var memory: Int?
  /// How many processors they use at most, on average over a tenth of a second; nil for any number.
  package var processors: Double?
  /// The number of their processes and threads; nil for any number.
  package var processes: Int?

  /// No limits.
  package init() {}

  /// Whether there are none.
  package var isEmpty: Bool { self == IslandLimits() }

  /// What an island needs at its start.
  private static let (leastMemory, leastProcesses) = (16 << 20, 16)
  /// The largest numbers that the system takes, or that make sense.
  private static let (mostProcessors, mostProcesses) = (4096.0, 4_194_304)
  /// The smallest number of processors: a hundredth is what the system measures.
  private static let leastProcessors = 0.01
}

extension IslandLimits {
  /// The names of the members in the policy file.
  package static let keys = ["memory", "cpu", "processes"]

  /// Reads an object.
  package init(_ fields: JSONFields) throws(ManifestError) {
    try fields.rejectUnknown(known: Self.keys)
    memory = try Permissions.memory(in: fields, atLeast: Self.leastMemory)
    processors = try fields.optionalNumber("cpu")
    if let processors, !(Self.leastProcessors...Self.mostProcessors).contains(processors) {
      throw ManifestError(
        field: "cpu", message: "must be a number of processors from 0.01 to 4096, not \(processors)"
      )
    }
    guard let number = try fields.optionalNumber("processes") else { return }
    guard let processes = Int(exactly: number),
      (Self.leastProcesses...Self.mostProcesses).contains(processes)
    else {
      throw ManifestError(
        field: "processes", message: "must be a whole number from 16 to 4194304, not \(number)")
    }
    self.processes = processes
  }
}
