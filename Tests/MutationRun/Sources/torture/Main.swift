import Foundation
import MutationRun

/// Runs rounds for a time or a number of them, and prints the failed checks of each.
@main
enum Main {
  static func main() {
    do {
      exit(try run(TortureOptions(Array(CommandLine.arguments.dropFirst()))) ? 0 : 1)
    } catch let mistake as CommandLineOptions.Mistake {
      printError("torture: \(mistake.message)\n\(TortureOptions.usage)")
      exit(2)
    } catch {
      printError("torture: \(error)\n")
      exit(3)
    }
  }

  /// - Returns: Whether all checks passed.
  private static func run(_ options: TortureOptions) throws -> Bool {
    let torture = try Torture(options)
    print("seed \(options.rounds.seed)")
    let start = ContinuousClock.now
    let minutes = options.minutes ?? (options.rounds.count == nil ? 1 : .max)
    var rounds: [Disturbance: (count: Int, failed: Int)] = [:]
    for round in options.rounds.numbers {
      guard (.now - start) / .seconds(60) < Double(minutes) else { break }
      let disturbance = torture.disturbance(of: round)
      let complaints = try torture.run(round)
      rounds[disturbance, default: (0, 0)].count += 1
      guard !complaints.isEmpty else { continue }
      rounds[disturbance, default: (0, 0)].failed += 1
      let lines = complaints.prefix(20).map { "  \($0)\n" }.joined()
      printError(
        "round \(round), \(disturbance.rawValue):\n\(lines)"
          + "  repeat: scripts/torture --seed \(options.rounds.seed) --first \(round) --count 1\n")
    }
    print("disturbance  rounds  failed")
    for disturbance in Disturbance.allCases {
      let (count, failed) = rounds[disturbance] ?? (0, 0)
      let name = disturbance.rawValue.padding(toLength: 11, withPad: " ", startingAt: 0)
      print("\(name)  \(right(count))  \(right(failed))")
    }
    return rounds.values.allSatisfy { $0.failed == 0 }
  }

  private static func right(_ number: Int) -> String {
    String(repeating: " ", count: max(0, 6 - "\(number)".count)) + "\(number)"
  }

  private static func printError(_ text: String) {
    FileHandle.standardError.write(Data(text.utf8))
  }
}
