import Foundation
import MutationRun

/// Runs for a time or a number of mutants, and keeps each mutant that the host does not handle.
@main
enum Main {
  static func main() {
    do {
      exit(try run(Options(Array(CommandLine.arguments.dropFirst()))) ? 0 : 1)
    } catch let mistake as CommandLineOptions.Mistake {
      printError("mutation-run: \(mistake.message)\n\(Options.usage)")
      exit(2)
    } catch {
      printError("mutation-run: \(error)\n")
      exit(3)
    }
  }

  /// - Returns: Whether the host handled all mutants.
  private static func run(_ options: Options) throws -> Bool {
    let work = FileManager.default.temporaryDirectory.appending(path: "mutants-\(getpid())").path
    defer { try? FileManager.default.removeItem(atPath: work) }
    var run = try MutationRun(
      host: options.host, plugins: options.plugins, work: work,
      plan: Plan(isInspectionOnly: options.isInspectionOnly), seed: options.rounds.seed)
    print("seed \(options.rounds.seed)")
    let start = ContinuousClock.now
    // The default is a minute.
    let seconds = options.seconds ?? (options.rounds.count == nil ? 60 : .max)
    var failures = 0
    try run.run(
      options.rounds.numbers, until: { (.now - start) / .seconds(1) >= Double(seconds) },
      progress: { run in
        if run.count % 1000 == 0 { printError("\(run.count) mutants\n") }
      },
      failed: { failure in
        failures += 1
        try keep(failure, seed: options.rounds.seed, in: options.failures)
      })
    let took = (ContinuousClock.now - start) / .seconds(1)
    report(run)
    print("\(run.count) mutants in \(Int(took.rounded())) s, \(failures) failures")
    return failures == 0
  }

  /// Prints the statuses of the mutants, and the results of using those that passed.
  private static func report(_ run: MutationRun) {
    for (status, count) in run.statuses.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
      print("  \(count) \(status)")
    }
    print("\(run.used) mutants passed and were used; the host died of these:")
    let deaths = run.deaths.map { (text: "\($0.key)", numbers: $0.value) }
    for death in deaths.sorted(by: { ($1.numbers.count, $0.text) < ($0.numbers.count, $1.text) }) {
      let numbers = death.numbers.prefix(5).map { "\($0)" }.joined(separator: ", ")
      print("  \(death.numbers.count) \(death.text) (number \(numbers))")
    }
    if !run.unsteady.isEmpty {
      let numbers = run.unsteady.prefix(20).map { "\($0)" }.joined(separator: ", ")
      print("\(run.unsteady.count) mutants change status without the cache (number \(numbers))")
    }
  }

  /// Writes the mutants, and the command that repeats them, to the directory for failures.
  private static func keep(_ failure: Failure, seed: UInt64, in directory: String) throws {
    let first = failure.mutants.first?.number ?? 0
    let folder = URL(filePath: directory).appending(path: "\(seed)-\(first)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for mutant in failure.mutants {
      try Data(mutant.bytes).write(to: folder.appending(path: mutant.name))
    }
    let repetition = "--seed \(seed) --first \(first) --count \(failure.mutants.count)"
    let text = "\(failure)\nrepeat, with the same samples: scripts/fuzz \(repetition)\n"
    try Data((text + failure.errors).utf8).write(to: folder.appending(path: "report.txt"))
    printError("\(text)kept in \(folder.path)\n")
  }

  private static func printError(_ text: String) {
    FileHandle.standardError.write(Data(text.utf8))
  }
}
