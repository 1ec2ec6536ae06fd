/// Damages plugins at random and sees whether the host copes with each.
///
/// Many mutants are put into one directory, for one run of the host. Only where that goes wrong or
/// takes longer than a single one may, is each looked at alone.
public struct MutationRun {
  /// What has to be right before anything is damaged.
  public enum SetupError: Error {
    case noSamples(directory: String)
    case hostFails(complaint: String)
  }

  /// One run of the host.
  private struct Trial {
    /// Nothing where all is well.
    let complaint: Complaint?
    /// What the host says of each mutant.
    let statuses: [String]
    /// What it wrote to standard error.
    let errors: String
  }

  private let host: String
  private let command: HostCommand
  private let mutator: Mutator
  private let work: String
  /// How many mutants share a directory.
  private let batchSize = 50

  /// How many mutants there were of each status and code so far.
  public private(set) var statuses: [String: Int] = [:]
  /// How many mutants there were so far.
  public private(set) var count = 0

  /// - Parameters:
  ///   - host: The program.
  ///   - plugins: A directory with sound plugins and the libraries that they need.
  ///   - work: A directory that is made if it is missing; it is the caller's to remove.
  public init(
    host: String, plugins: String, work: String, command: HostCommand, seed: UInt64
  ) throws {
    self.host = host
    self.command = command
    self.work = work
    let files = try Files.names(in: plugins).filter { $0.hasSuffix(".so") }
    let libraries = try files.compactMap { name in
      Sample(name: name, bytes: try Files.read("\(plugins)/\(name)"))
    }
    mutator = Mutator(samples: libraries.filter(\.isPlugin), seed: seed)
    guard !mutator.samples.isEmpty else { throw SetupError.noSamples(directory: plugins) }
    try Files.makeDirectory(stage)
    // The sound plugins stay beside the mutants, some of which require them.
    for library in libraries { try Files.write(library.bytes, to: "\(stage)/\(library.name)") }
    if let complaint = try trial(of: []).complaint {
      throw SetupError.hostFails(complaint: complaint.description)
    }
  }

  /// Tries the mutants of the numbers.
  ///
  /// - Parameters:
  ///   - isOver: Asked now and then whether to stop early.
  ///   - failed: Called for each that the host did not cope with.
  public mutating func run(
    _ numbers: Range<Int>, until isOver: () -> Bool = { false },
    failed: (Failure) throws -> Void
  ) throws {
    for start in stride(from: numbers.lowerBound, to: numbers.upperBound, by: batchSize) {
      if isOver() { return }
      let mutants = (start..<min(start + batchSize, numbers.upperBound)).map(mutator.mutant)
      let trial = try trial(of: mutants)
      count += mutants.count
      for status in trial.statuses { statuses[status, default: 0] += 1 }
      guard let complaint = trial.complaint else { continue }
      let failures = try mutants.compactMap(failure)
      for failure in failures { try failed(failure) }
      // That together they take their time is no fault.
      if failures.isEmpty, !complaint.isSlowness {
        try failed(
          Failure(mutants: mutants, complaint: complaint.description, errors: trial.errors))
      }
    }
  }

  private var stage: String { "\(work)/plugins" }

  /// Lets the host deal with one mutant alone; again where it is slow, as the machine may have been
  /// busy.
  private func failure(of mutant: Mutant) throws -> Failure? {
    var failure: Failure?
    for _ in 0..<3 {
      let trial = try trial(of: [mutant])
      guard let complaint = trial.complaint else { return nil }
      failure = Failure(
        mutants: [mutant], complaint: complaint.description, errors: trial.errors)
      guard complaint.isSlowness else { break }
    }
    return failure
  }

  private func trial(of mutants: [Mutant]) throws -> Trial {
    let paths = mutants.map { "\(stage)/\($0.name)" }
    for (path, mutant) in zip(paths, mutants) { try Files.write(mutant.bytes, to: path) }
    defer { for path in paths { Files.remove(path) } }
    let allowance = command.deadline + HostCommand.grace
    let outcome = try TimedProcess(
      program: host, arguments: command.arguments + [stage],
      limit: allowance * max(1, mutants.count) + .seconds(10)
    ).run(in: work)
    let answer = Answer(outcome.output)
    return Trial(
      complaint: Complaint(
        about: outcome, answer: answer, allowance: allowance,
        files: command.namesEveryFile ? paths : []),
      statuses: paths.map { answer?.statuses[$0] ?? "no plugin" },
      errors: String(decoding: outcome.errors, as: UTF8.self))
  }
}
