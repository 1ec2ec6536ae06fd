// architecture.swift [--check]: reads the descriptions of packages, one on each line, and compares their targets
// with the drawing in Documentation/Architecture.md.
import Foundation

/// The used part of a package's description.
struct Package: Decodable {
  struct Target: Decodable {
    /// A dependency is encoded as its kind with a list of names, or nil for an omitted name.
    struct Dependency: Decodable {
      let name: String?

      init(from decoder: any Decoder) throws {
        let kinds = try decoder.singleValueContainer().decode([String: [Name?]].self)
        name = kinds.values.first?.first??.text
      }
    }

    /// A name; nil for any other element of the list.
    struct Name: Decodable {
      let text: String?

      init(from decoder: any Decoder) {
        text = try? decoder.singleValueContainer().decode(String.self)
      }
    }

    let name: String
    let type: String
    let path: String?
    let dependencies: [Dependency]
  }

  struct Kind: Decodable {
    struct Root: Decodable { let root: [String] }
  }

  let name: String
  let packageKind: [String: [String]]
  let targets: [Target]

  var folder: String { packageKind["root"]?.first ?? "." }
}

/// A target with the data of its sources.
struct ScannedTarget {
  let name: String
  let package: String
  let dependencies: [String]
  var imports: Set<String> = []
  var types: Set<String> = []
  /// The files that import Glibc unconditionally. A conditional import is indented.
  var glibcFiles: [String] = []
  var files = 0
  var lines = 0
}

var failures: [String] = []
/// `package import Name`, `import struct Name.Type`.
let importLine =
  #/(?:[@\w()]+ )*?import (?:(?:struct|class|enum|protocol|func|var|let|typealias) )?(\w+).*/#
let glibcLine = #/(?m)^(?:\w+ )?import Glibc$/#
/// `public final class Name`.
let typeLine = #/^\s*(?:[@\w()]+ )*(?:struct|class|enum|protocol|actor|typealias) (\w+)/#

/// Whether both are targets of one package, and the target does not declare the other as a dependency.
func isUndeclared(_ name: String, in target: ScannedTarget) -> Bool {
  !target.dependencies.contains(name)
    && targets.contains { $0.name == name && $0.package == target.package }
}

func scan(_ target: Package.Target, of package: Package) throws -> ScannedTarget {
  let folder = package.folder
  let sources = URL(
    filePath: target.path ?? "Sources/\(target.name)", relativeTo: URL(filePath: folder + "/"))
  var result = ScannedTarget(
    name: target.name, package: package.name, dependencies: target.dependencies.compactMap(\.name))
  let names =
    FileManager.default.enumerator(atPath: sources.path)?.compactMap { $0 as? String } ?? []
  for name in names where name.hasSuffix(".swift") {
    let text = try String(contentsOf: sources.appending(path: name), encoding: .utf8)
    result.files += 1
    result.lines += text.split(separator: "\n", omittingEmptySubsequences: false).count - 1
    if text.firstMatch(of: glibcLine) != nil { result.glibcFiles.append(name) }
    for line in text.split(separator: "\n") {
      if let match = line.wholeMatch(of: importLine) {
        result.imports.insert(String(match.1))
      }
      if let match = line.firstMatch(of: typeLine) {
        result.types.insert(String(match.1))
      }
    }
  }
  return result
}

/// The target names in the drawing from the top down, one array for each line.
func drawing(_ text: String) -> [[String]] {
  guard let start = text.firstRange(of: "<!-- targets -->\n```\n"),
    let end = text[start.upperBound...].firstRange(of: "\n```")
  else {
    failures.append("Documentation/Architecture.md has no drawing after <!-- targets -->")
    return []
  }
  return text[start.upperBound..<end.lowerBound].split(separator: "\n").map { line in
    // Two spaces separate the names from their descriptions.
    let names = line.firstRange(of: "  ").map { line[..<$0.lowerBound] } ?? line
    return names.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
  }
}

let testTargets: Set = ["CleanseTestSupport", "ElfImages"]
var targets: [ScannedTarget] = []
while let line = readLine() {
  let package = try JSONDecoder().decode(Package.self, from: Data(line.utf8))
  for target in package.targets where target.type == "regular" || target.type == "executable" {
    targets.append(try scan(target, of: package))
  }
}
let document = try String(contentsOfFile: "Documentation/Architecture.md", encoding: .utf8)
let length = document.split(separator: "\n", omittingEmptySubsequences: false).count - 1
if length > 200 {
  failures.append("Documentation/Architecture.md has \(length) lines; at most 200 are allowed")
}

let layers = drawing(document)
var layer: [String: Int] = [:]
for (number, names) in layers.enumerated() {
  for name in names where layer.updateValue(number, forKey: name) != nil {
    failures.append("the drawing names \(name) twice")
  }
}
let known = Set(targets.map(\.name))
for name in layer.keys.sorted() where !known.contains(name) {
  failures.append("the drawing names \(name), which is not a target of any package")
}
for target in targets where target.files > 0 {
  let own = target.imports.intersection(known).subtracting([target.name])
  guard let number = layer[target.name] else {
    failures.append("the drawing does not name \(target.name)")
    continue
  }
  for name in own.sorted() where layer[name].map({ $0 <= number }) ?? false {
    failures.append("\(target.name) imports \(name), which is not below it in the drawing")
  }
  for name in target.dependencies where known.contains(name) && !target.imports.contains(name) {
    failures.append("\(target.name) depends on \(name), but does not import it")
  }
  // Within a package only; SwiftPM checks this only with an option.
  for name in own.sorted() where isUndeclared(name, in: target) {
    failures.append("\(target.name) imports \(name), but does not depend on it")
  }
  // The targets from CleansePluginFiles upwards and those for tests are only for Linux.
  if let linux = layer["CleansePluginFiles"], number > linux, !testTargets.contains(target.name) {
    for file in target.glibcFiles {
      failures.append("\(target.name)/\(file) imports Glibc, but is not only for Linux")
    }
  }
  if target.types.contains(target.name) {
    failures.append("\(target.name) has a type of its own name, so its interface can't be verified")
  }
}

if !CommandLine.arguments.contains("--check") {
  let sorted = targets.filter { $0.files > 0 }.sorted {
    (layer[$0.name] ?? 0, $0.name) < (layer[$1.name] ?? 0, $1.name)
  }
  let width = sorted.map(\.name.count).max() ?? 0
  for target in sorted {
    let imports = target.imports.intersection(known).subtracting([target.name]).sorted()
    let name = target.name.padding(toLength: width, withPad: " ", startingAt: 0)
    let lines = "\(target.lines)"
    let size = String(repeating: " ", count: max(0, 7 - lines.count)) + lines
    print("\(name) \(size) lines in \(target.files) files → \(imports.joined(separator: ", "))")
  }
  let count = sorted.reduce(0) { $0 + $1.imports.intersection(known).subtracting([$1.name]).count }
  if failures.isEmpty {
    print("\(sorted.count) targets, \(count) imports, each of a target below: no cycle")
  }
}
fflush(stdout)
for failure in failures { FileHandle.standardError.write(Data("error: \(failure)\n".utf8)) }
exit(failures.isEmpty ? 0 : 1)
