import CleanseGraph
import CleanseSupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Links programs from the objects of checked targets and the driver, whose main function replaces that of an
/// executable.
struct ProgramLinker {
  let plan: LinkPlan

  /// Links one program of all targets, or, if that fails, one of each: two executables can declare the same symbols.
  ///
  /// - Returns: The paths of the programs, with the modules to check in each.
  /// - Throws: A ``CheckFailure`` with the linker's errors.
  func link() throws -> [(path: String, modules: [String])] {
    guard !plan.programs.isEmpty else { return [] }
    let driver = try compileDriver()
    do {
      return [
        (try link(plan.programs, with: driver, to: "all"), plan.programs.map(\.module))
      ]
    } catch  where plan.programs.count > 1 {
      return try plan.programs.map { program in
        (try link([program], with: driver, to: program.module), [program.module])
      }
    }
  }

  /// Compiles the driver, unless that was done for the same framework, compiler and driver before.
  private func compileDriver() throws -> String {
    let object = "\(plan.workDirectory)/driver.o"
    let module = "\(plan.modules)/Cleanse.swiftmodule"
    let state = [module, plan.driver, plan.compiler].map(Self.state).lengthPrefixed
    let record = URL(filePath: "\(plan.workDirectory)/driver.txt")
    let last = (try? Data(contentsOf: record)).map { String(decoding: $0, as: UTF8.self) }
    if state == last, FileManager.default.fileExists(atPath: object) { return object }
    try run(
      plan.compiler,
      [
        "-c", plan.driver, "-o", object, "-I", plan.modules, "-module-name", "CleansecDriver",
        "-swift-version", "6", "-Onone",
      ], for: "compile the driver")
    try Data(state.utf8).write(to: record)
    return object
  }

  /// What changes when a file does: its path, size and time of modification.
  private static func state(of path: String) -> String {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    let date = (attributes?[.modificationDate] as? Date)?.timeIntervalSinceReferenceDate ?? 0
    return "\(path) \(attributes?[.size] as? Int ?? 0) \(date)"
  }

  private func link(
    _ programs: [LinkPlan.Program], with driver: String, to name: String
  ) throws -> String {
    let path = "\(plan.workDirectory)/\(name).program"
    let parts = programs.flatMap(\.parts).distinct()
    let directories = [plan.products] + plan.libraries
    let search = directories.flatMap { ["-Xlinker", "-rpath", "-Xlinker", $0] }
    let options =
      try [driver] + parts.flatMap(objects) + ["-L", plan.products] + search
      + programs.flatMap(\.libraries).distinct().map { "-l\($0)" }
      + programs.flatMap(\.options).distinct()
    let list = "\(plan.workDirectory)/\(name).options"
    let lines = options.map { "\"\(Self.escaped($0))\"\n" }.joined()
    try Data(lines.utf8).write(to: URL(filePath: list))
    // The faster linker of the toolchain.
    try run(plan.compiler, ["@\(list)", "-o", path, "-use-ld=lld"], for: "link the targets")
    return path
  }

  private static func escaped(_ option: String) -> String {
    option.map { #"\""#.contains($0) ? "\\\($0)" : String($0) }.joined()
  }

  /// The objects of a target. For Swift, the build system lists them; the folder can have older ones, too.
  private func objects(of part: LinkPlan.Part) throws -> [String] {
    if let sources = part.sources { return sources.map { "\(folder(of: part))/\($0).o" } }
    return try outputs(of: part).values.compactMap(\.object).sorted()
  }

  /// Where the Swift sources of the checked targets lie, of which compiled code has only the names.
  func sources() throws -> SourceFiles {
    var paths: [String: String] = [:]
    for program in plan.programs {
      for part in program.parts where part.sources == nil {
        // SwiftPM's name for the module of a target.
        let module = String(part.target.map { $0.isLetter || $0.isNumber ? $0 : "_" })
        for path in try outputs(of: part).keys where path.hasSuffix(".swift") {
          paths["\(module)/\(URL(filePath: path).lastPathComponent)"] = path
        }
      }
    }
    return SourceFiles(paths)
  }

  private struct Outputs: Decodable { let object: String? }

  /// What is compiled of each Swift source of a target, as the build system lists it.
  private func outputs(of part: LinkPlan.Part) throws -> [String: Outputs] {
    let folder = folder(of: part)
    do {
      let map = try Data(contentsOf: URL(filePath: "\(folder)/output-file-map.json"))
      return try JSONDecoder().decode([String: Outputs].self, from: map)
    } catch {
      throw CheckFailure("can't find the objects of target \(part.target) in \(folder): \(error)")
    }
  }

  private func folder(of part: LinkPlan.Part) -> String {
    "\(plan.products)/\(part.target).build"
  }

  private func run(_ path: String, _ arguments: [String], for purpose: String) throws {
    let outcome: ChildProgram.Outcome
    do {
      outcome = try ChildProgram(path: path, arguments: arguments, limit: .seconds(600))
        .run(input: "")
    } catch {
      throw CheckFailure("can't \(purpose): \(path): \(error)")
    }
    guard outcome.isSuccess else {
      let output = String(decoding: outcome.output + outcome.errors, as: UTF8.self)
      throw CheckFailure("can't \(purpose): \(path): \(outcome.end)", output: output)
    }
  }
}
