import Glibc

/// The directories with the sound plugins and the mutants, and the host that reads them.
struct Workbench {
  private let host: String
  private let work: String
  private let plan: Plan
  private let libraries: [Sample]
  /// The host's statuses of the sound plugins without any mutants.
  private var sound: [String: String] = [:]

  init(host: String, work: String, plan: Plan, libraries: [Sample]) throws {
    self.host = host
    self.work = work
    self.plan = plan
    self.libraries = libraries
    for directory in [stage, "\(work)/cache", "\(work)/cache-alone"] {
      try Files.makeDirectory(directory)
    }
    for library in libraries {
      try Files.write(library.bytes, to: "\(stage)/\(library.name)")
    }
  }

  private var stage: String { "\(work)/plugins" }

  /// Records the host's statuses of the sound plugins.
  ///
  /// - Returns: The error of the host; nil if there is none.
  mutating func learn() throws -> String? {
    let trial = try trial(of: [], alone: false)
    if let problem = trial.problem { return problem.description }
    let commands = [HostCommand.listing] + (plan.isInspectionOnly ? [] : [validation(alone: false)])
    for command in commands {
      let (answer, problem) = try run(command, [], alone: false)
      if let problem { return problem.description }
      for library in libraries where library.isPlugin {
        let status = answer?.statuses["\(stage)/\(library.name)"]
        guard status == "ok" else { return "\(library.name) is not usable before any damage" }
        sound["\(stage)/\(library.name)"] = status
      }
    }
    return nil
  }

  /// Runs the host to inspect and probe mutants next to the sound plugins, with and without its cache.
  ///
  /// - Parameter alone: Whether to use an empty cache and more time.
  func trial(of mutants: [Mutant], alone: Bool) throws -> Trial {
    let paths = mutants.map { "\(stage)/\($0.name)" }
    for (path, mutant) in zip(paths, mutants) { try Files.write(mutant.bytes, to: path) }
    if alone {
      Files.remove("\(work)/cache-alone")
      try Files.makeDirectory("\(work)/cache-alone")
    }
    var trial = Trial()
    do {
      defer { for path in paths { Files.remove(path) } }
      try fill(&trial, mutants, paths, alone)
    }
    // Whatever the mutants did, the sound plugins have the same statuses as before, from the cache too.
    if trial.problem == nil, !mutants.isEmpty, !plan.isInspectionOnly {
      trial.problem = try run(validation(alone: alone), [], alone: alone).problem
    }
    return trial
  }

  private func fill(
    _ trial: inout Trial, _ mutants: [Mutant], _ paths: [String], _ alone: Bool
  ) throws {
    let (listed, problem) = try run(.listing, paths, alone: alone)
    trial.problem = problem
    guard problem == nil, let listed else { return }
    trial.statuses = paths.map { listed.statuses[$0] ?? "no plugin" }
    trial.isUsable = trial.statuses.map { $0 == "ok" }
    guard !plan.isInspectionOnly else { return }
    let commands = [
      validation(alone: alone), validation(alone: alone),
      .validation(deadline: deadline(alone), isCached: false),
    ]
    var answers: [Answer] = []
    for command in commands {
      let (answer, problem) = try run(command, paths, alone: alone)
      trial.problem = problem
      guard problem == nil, let answer else { return }
      answers.append(answer)
    }
    for (mutant, (path, listing)) in zip(mutants, zip(paths, trial.statuses)) {
      let statuses = answers.map { $0.statuses[path] ?? "no plugin" }
      if listing != "ok", listing != statuses[0] {
        trial.problem = disagreement(path, listing, statuses[0], commands[0])
      } else if statuses[0] != statuses[1] {
        trial.problem = disagreement(path, statuses[0], statuses[1], commands[1])
      } else if statuses[1] != statuses[2] {
        trial.unsteady.append(mutant.number)
      }
    }
    trial.statuses = paths.map { answers[2].statuses[$0] ?? "no plugin" }
    trial.isUsable = paths.map { path in answers.allSatisfy { $0.statuses[path] == "ok" } }
  }

  /// Runs the host with a mutant in place of its original. The mutant has the path at which it was probed, so the host has the
  /// result in its cache, as most hosts have that use a plugin.
  ///
  /// - Returns: How the host died of it; nil if it did not die.
  func death(of mutant: Mutant) throws -> Death? {
    guard let original = libraries.first(where: { $0.name == mutant.sample }) else { return nil }
    Files.remove("\(stage)/\(original.name)")
    try Files.write(mutant.bytes, to: "\(stage)/\(mutant.name)")
    let command = HostCommand.use(deadline: plan.deadline)
    let outcome = try outcome(of: command, stage, files: libraries.count, alone: false)
    Files.remove("\(stage)/\(mutant.name)")
    try Files.write(original.bytes, to: "\(stage)/\(original.name)")
    let end: String
    if outcome.isOverdue {
      end = "no end"
    } else if let signal = outcome.signal {
      end = "signal \(signal)"
    } else {
      return nil
    }
    return Death(end: end, kind: mutant.kind)
  }

  private func deadline(_ alone: Bool) -> Int { alone ? 5 * plan.deadline : plan.deadline }

  private func validation(alone: Bool) -> HostCommand {
    .validation(deadline: deadline(alone), isCached: true)
  }

  private func disagreement(
    _ path: String, _ first: String, _ second: String, _ command: HostCommand
  ) -> Trial.Problem {
    Trial.Problem(
      complaint: .disagrees(file: path, first: first, second: second), command: command, errors: "")
  }

  private func run(
    _ command: HostCommand, _ paths: [String], alone: Bool
  ) throws -> (answer: Answer?, problem: Trial.Problem?) {
    let outcome = try outcome(of: command, stage, files: paths.count, alone: alone)
    let answer = Answer(outcome.output)
    var complaint = Complaint(
      about: outcome, answer: answer, files: command.namesEveryFile ? paths : [])
    if complaint == nil, let answer {
      let blamed = sound.filter { answer.statuses[$0.key] != $0.value }.keys.min()
      complaint = blamed.map {
        .blames(plugin: $0, status: answer.statuses[$0] ?? "nothing")
      }
    }
    return (
      answer,
      complaint.map {
        Trial.Problem(
          complaint: $0, command: command,
          errors: String(decoding: outcome.errors, as: UTF8.self))
      }
    )
  }

  private func outcome(
    of command: HostCommand, _ directory: String, files: Int, alone: Bool
  ) throws -> TimedProcess.Outcome {
    try TimedProcess(
      program: host, arguments: command.arguments + [directory] + command.operands,
      environment: ["XDG_CACHE_HOME": "\(work)/\(alone ? "cache-alone" : "cache")"],
      limit: (command.deadline + plan.grace) * max(1, files) + plan.patience
    ).run(in: work)
  }
}
