/// Damages plugins at random and checks that the host handles each.
///
/// Many mutants are put into one directory with the sound plugins, each with an identifier of its own. The host
/// lists and validates them, with and without its cache, and then the sound plugins again. If that fails
/// twice, halves of the mutants are tried until the one at fault is found. Each mutant that passes then replaces its original, and the host uses the directory.
public struct MutationRun {
  /// The error thrown when the host fails before any damage.
  public enum SetupError: Error {
    case noSamples(directory: String)
    case hostFails(complaint: String)
  }

  private let mutator: Mutator
  private let bench: Workbench
  private let plan: Plan

  /// The number of mutants of each status and code so far.
  public private(set) var statuses: [String: Int] = [:]
  /// The number of mutants so far.
  public private(set) var count = 0
  /// The number of mutants that the host used.
  public private(set) var used = 0
  /// The numbers of the mutants that ended the host that used them, by kind of death.
  public private(set) var deaths: [Death: [Int]] = [:]
  /// The numbers of the mutants whose results differ when the host does not use its cache.
  public private(set) var unsteady: [Int] = []

  /// - Parameters:
  ///   - host: The program.
  ///   - plugins: A directory with sound plugins and the libraries that they need.
  ///   - work: A directory that is created if it is missing; the caller removes it.
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

  /// Tests the mutants of the numbers.
  ///
  /// - Parameters:
  ///   - isOver: Called between batches, to stop early.
  ///   - progress: Called after each batch.
  ///   - failed: Called for each mutant that the host did not handle.
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
      for failure in try failures(among: mutants) { try failed(failure) }
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

  /// The failures of the mutants at fault. All of them together have to fail again, as the machine may have been busy: a
  /// machine that is busy all the time would otherwise get one run for each mutant in addition.
  private func failures(among mutants: [Mutant]) throws -> [Failure] {
    guard mutants.count > 1 else { return try [failure(of: mutants)].compactMap(\.self) }
    guard try bench.trial(of: mutants, alone: true).problem != nil else { return [] }
    let middle = mutants.count / 2
    let parts = try [mutants[..<middle], mutants[middle...]].flatMap {
      try failures(among: Array($0))
    }
    return try parts.isEmpty ? [failure(of: mutants)].compactMap(\.self) : parts
  }

  /// Runs the host on mutants again, with more time; it has to fail three times.
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
