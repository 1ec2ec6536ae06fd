import CleanseGraph
import CleanseSupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
/// Runs a linked program, which checks one component after the other.
///
/// A component can end the process, or never return. The program is then started again for those that are left.
struct ComponentProbe {
  /// A line that the program appends to its file of results.
  private struct Line: Decodable {
    /// The number of the component that is recorded next, and its name.
    let begin: Int?
    let name: String?
    let result: CheckedComponent?
    let generic: [String]?
  }

  let program: String
  let modules: [String]
  /// The time limit of each component, in seconds.
  let limit: Int
  let plan: LinkPlan

  /// The file of results.
  private var results: String { "\(plan.workDirectory)/results.jsonl" }

  /// How the Swift runtime prints the stack of a process that crashes.
  private static let backtrace = [
    "enable=yes", "color=no", "interactive=no", "sanitize=no", "images=none", "registers=none",
    "threads=crashed",
  ].joined(separator: ",")

  /// - Throws: A ``CheckFailure`` if the program can't be run.
  func run() throws -> CheckedPackage {
    unsafe setenv("SWIFT_BACKTRACE", Self.backtrace, 1)
    var package = CheckedPackage()
    var first = 0
    while let failed = try run(from: first, &package) { first = failed + 1 }
    return package
  }

  /// Runs the program once, for the components from that number on.
  ///
  /// - Returns: The number of the component that ended it; nil if it checked all.
  private func run(from first: Int, _ package: inout CheckedPackage) throws -> Int? {
    try Data().write(to: URL(filePath: results))
    let outcome: ChildProgram.Outcome
    do {
      outcome = try ChildProgram(
        path: program, arguments: [results, "\(limit)", "\(first)"] + modules, limit: .seconds(3600)
      ).run(input: "")
    } catch {
      throw CheckFailure("can't run \(program): \(error)")
    }
    var last: Line?
    for line in try lines() {
      if let generic = line.generic {
        package.generic += generic
        return nil
      }
      if let result = line.result { package.components.append(result) }
      last = line
    }
    guard let number = last?.begin, let name = last?.name else {
      throw CheckFailure(
        "the linked program ended before it checked a component: \(outcome.end)",
        output: String(decoding: outcome.errors, as: UTF8.self))
    }
    let end = ComponentEnd(
      component: name, outcome: outcome, limit: limit, framework: plan.framework)
    package.components.append(
      CheckedComponent(component: name, bindings: 0, findings: [end.finding], graph: nil))
    return number
  }

  /// What the program has written.
  private func lines() throws -> [Line] {
    let decoder = JSONDecoder()
    // The program has validated the graphs.
    decoder.userInfo = .graphsWithoutGuestNames
    let newline = UInt8(ascii: "\n")
    let text = try Data(contentsOf: URL(filePath: results))
    // The last line is incomplete if the process was killed while it wrote it.
    let complete = text.prefix(upTo: text.lastIndex(of: newline) ?? text.startIndex)
    return try complete.split(separator: newline).map { line in
      do {
        return try decoder.decode(Line.self, from: line)
      } catch {
        throw CheckFailure("can't read a result of the linked program: \(error)")
      }
    }
  }
}
