import FoundationEssentials
import Measuring

/// Functions of C plugins, called through the graph, compared with bare calls through libffi.
enum ForeignRow {
  private static let folder = ".build/bench/foreign-plugins"
  private static let processes = 11

  static func foreign() throws -> [Figure] {
    for plugin in ["calls", "signatures"] {
      _ = try Process.output(
        of: "mkdir -p \(folder) && cc -O2 -shared -fPIC -I Sources/CCleansePlugin/include "
          + "-o \(folder)/\(plugin).so Benchmarks/ForeignPlugins/\(plugin).c")
    }
    let comparisons = try measure("calls", [String: Comparison].self)
    func compare(
      _ name: String, _ what: String, reach: Double? = nil, calls: Double = 1
    ) -> [Figure] {
      guard let comparison = comparisons[name] else { return [] }
      return [
        Row.foreign.figure(what, .ratio, reach: reach, comparison.ratio),
        Row.foreign.figure("… that", .nanoseconds, comparison.reference.scaled(by: 1 / calls)),
        Row.foreign.figure("… this", .nanoseconds, comparison.subject.scaled(by: 1 / calls)),
      ]
    }
    // The cost of a name arises at its first use in a process.
    let registrations = try (0..<processes).map { _ in try measure("signatures", Double.self) }
    return compare(
      "area", "C factory with 2 scalars from the graph, bare ffi_call = 1", reach: 1.5)
      + compare("mixed", "C factory with 16 mixed scalars, likewise", reach: 1.5)
      + compare("areaOfMade", "C factory with a shared and an unshared scalar, likewise")
      + compare(
        "total", "provider of a value called from C, bare libffi closure = 1", reach: 2,
        calls: 1_000)
      + compare(
        "totalOfMade", "provider of an unshared number, likewise", reach: 2, calls: 1_000)
      + compare("totalOfShared", "provider of a shared number, likewise", calls: 1_000)
      + compare("shared", "shared number from C in Swift, one from Swift = 1", reach: 1.1)
      + compare("label", "shared string from C in Swift, one from Swift = 1", reach: 1.1)
      + [
        Row.foreign.figure(
          "register 5,000 C functions, each", .microseconds, reach: 2.5,
          Summary(registrations).scaled(by: 1e-3))
      ]
  }

  /// Returns the output of the program that shares the framework with the plugin.
  private static func measure<Result: Decodable>(
    _ plugin: String, _ type: Result.Type
  ) throws -> Result {
    let output = try Process.output(
      of: ".build/release/call-plugins \(plugin) \(folder)/\(plugin).so")
    return try JSONDecoder().decode(type, from: Data(output.utf8))
  }
}
