/// Damages plugins at random and sees whether the host copes with each.
///
/// Many mutants are put into one directory with the sound plugins, each under an identifier of its own.
/// The host lists and validates them, with and without its cache, and then the sound plugins again. Only
/// where that goes wrong, each is looked at alone. Each mutant that passes takes the place of its
/// original in one more directory, which the host uses.
public struct MutationRun {
  /// What has to be right before anything is damaged.
  public enum SetupError: Error {
    case noSamples(directory: String)
    case hostFails(complaint: String)
  }

  private let mutator: Mutator
  private let bench: Workbench
  private let plan: Plan

  /// How many mutants there were of each status and code so far.
  public private(set) var statuses: [String: Int] = [:]
  /// How many mutants there were so far.
  public private(set) var count = 0
  /// How many of them the host used.
  public private(set) var used = 0
  /// The numbers of the mutants that ended the host that used them, by how they did.
  public private(set) var deaths: [Death: [Int]] = [:]
  /// The numbers of those that the host says different things of when it finds out again.
  public private(set) var unsteady: [Int] = []

  /// - Parameters:
  ///   - host: The program.
  ///   - plugins: A directory with sound plugins and the libraries that they need.
  ///   - work: A directory that is made if it is missing; it is the caller's to remove.
  public init(host: String, plugins: String, work: String, plan: Plan, seed: UInt64) throws {
    self.plan = plan
    let files = try Files.names(in: plugins).filter { $0.hasSuffix(".so") }
    let libraries = try files.compactMap { name in
      Sample(name: name, bytes: try Files.read("\(plugins)/\(name)"))
    }
    mutator = Mutator(samples: libraries.filter(\.isPlugin), seed: seed)
    guard !mutator.samples.isEmpty else { throw SetupError.noSamples(directory: plugins) }
    var bench = try Workbench(host: host, work: work, plan: plan, libraries: libraries)
    if let complaint = try bench.learn() { throw SetupError.hostFails(complaint: complaint) }
    self.bench = bench
  }

  /// Tries the mutants of the numbers.
  ///
  /// - Parameters:
  ///   - isOver: Called between batches, to stop early.
  ///   - progress: Called after each batch.
  ///   - failed: Called for each that the host did not cope with.
  public mutating func run(
    _ numbers: Range<Int>, until isOver: () -> Bool = { false },
    progress: (MutationRun) -> Void = { _ in }, failed: (Failure) throws -> Void
  ) throws {
    for start in stride(from: numbers.lowerBound, to: numbers.upperBound, by: plan.batchSize) {
      if isOver() { return }
      let mutants = (start..<min(start + plan.batchSize, numbers.upperBound)).map(mutator.mutant)
      try run(mutants, failed: failed)
      progress(self)
    }
  }

  private mutating func run(_ mutants: [Mutant], failed: (Failure) throws -> Void) throws {
    let trial = try bench.trial(of: mutants, alone: false)
    count += mutants.count
    for status in trial.statuses { statuses[status, default: 0] += 1 }
    unsteady += trial.unsteady
    if trial.problem != nil {
      let failures = try mutants.compactMap { try failure(of: [$0]) }
      for failure in failures { try failed(failure) }
      // All of them together have to do it again, as the machine may have been busy.
      if failures.isEmpty, let failure = try failure(of: mutants) { try failed(failure) }
      return
    }
    guard !plan.isInspectionOnly else { return }
    for (mutant, isUsable) in zip(mutants, trial.isUsable) where isUsable {
      used += 1
      if let death = try bench.death(of: mutant) {
        deaths[death, default: []].append(mutant.number)
      }
    }
  }

  /// Lets the host deal with mutants again, with more time; it has to fail three times.
  private func failure(of mutants: [Mutant]) throws -> Failure? {
    var failure: Failure?
    for _ in 0..<3 {
      guard let problem = try bench.trial(of: mutants, alone: true).problem else { return nil }
      failure = Failure(
        mutants: mutants, complaint: problem.description, errors: problem.errors)
    }
    return failure
  }
}
