// architecture.swift [--check]: reads the descriptions of packages, a line each, and compares their targets with the
// drawing in Documentation/Architecture.md.
import Foundation

/// The part of a package's description that matters here.
struct Package: Decodable {
  struct Target: Decodable {
    /// A dependency is written as its kind with a list of names, or nil where a name is left out.
    struct Dependency: Decodable {
      let name: String?

      init(from decoder: any Decoder) throws {
        let kinds = try decoder.singleValueContainer().decode([String: [Name?]].self)
        name = kinds.values.first?.first??.text
      }
    }

    /// A name; nil for anything else that stands in the list.
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

/// A target with what its sources say.
struct Room {
  let name: String
  let package: String
  let dependencies: [String]
  var imports: Set<String> = []
  var types: Set<String> = []
  /// The files that take glibc for granted. An import for one platform among several stands in a condition, indented.
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

/// Whether both are targets of one package, and the one does not name the other as a dependency.
func isUndeclared(_ name: String, in room: Room) -> Bool {
  !room.dependencies.contains(name)
    && rooms.contains { $0.name == name && $0.package == room.package }
}

func room(_ target: Package.Target, of package: Package) throws -> Room {
  let folder = package.folder
  let sources = URL(
    filePath: target.path ?? "Sources/\(target.name)", relativeTo: URL(filePath: folder + "/"))
  var room = Room(
    name: target.name, package: package.name, dependencies: target.dependencies.compactMap(\.name))
  let names =
    FileManager.default.enumerator(atPath: sources.path)?.compactMap { $0 as? String } ?? []
  for name in names where name.hasSuffix(".swift") {
    let text = try String(contentsOf: sources.appending(path: name), encoding: .utf8)
    room.files += 1
    room.lines += text.split(separator: "\n", omittingEmptySubsequences: false).count - 1
    if text.firstMatch(of: glibcLine) != nil { room.glibcFiles.append(name) }
    for line in text.split(separator: "\n") {
      if let match = line.wholeMatch(of: importLine) {
        room.imports.insert(String(match.1))
      }
      if let match = line.firstMatch(of: typeLine) {
        room.types.insert(String(match.1))
      }
    }
  }
  return room
}

/// The names in the drawing from the top down, each line one or several beside each other.
func drawing(_ text: String) -> [[String]] {
  guard let start = text.firstRange(of: "<!-- targets -->\n```\n"),
    let end = text[start.upperBound...].firstRange(of: "\n```")
  else {
    failures.append("Documentation/Architecture.md has no drawing behind <!-- targets -->")
    return []
  }
  return text[start.upperBound..<end.lowerBound].split(separator: "\n").map { line in
    // The names end where two spaces begin what they are for.
    let names = line.firstRange(of: "  ").map { line[..<$0.lowerBound] } ?? line
    return names.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
  }
}

let testTargets: Set = ["CleanseTestSupport", "ElfImages"]
var rooms: [Room] = []
while let line = readLine() {
  let package = try JSONDecoder().decode(Package.self, from: Data(line.utf8))
  for target in package.targets where target.type == "regular" || target.type == "executable" {
    rooms.append(try room(target, of: package))
  }
}
let document = try String(contentsOfFile: "Documentation/Architecture.md", encoding: .utf8)
let length = document.split(separator: "\n", omittingEmptySubsequences: false).count - 1
if length > 200 {
  failures.append("Documentation/Architecture.md has \(length) lines, and may have 200")
}

let layers = drawing(document)
var layer: [String: Int] = [:]
for (number, names) in layers.enumerated() {
  for name in names where layer.updateValue(number, forKey: name) != nil {
    failures.append("the drawing has \(name) twice")
  }
}
let known = Set(rooms.map(\.name))
for name in layer.keys.sorted() where !known.contains(name) {
  failures.append("the drawing has \(name), and no package does")
}
for room in rooms where room.files > 0 {
  let own = room.imports.intersection(known).subtracting([room.name])
  guard let number = layer[room.name] else {
    failures.append("the drawing does not have \(room.name)")
    continue
  }
  for name in own.sorted() where layer[name].map({ $0 <= number }) ?? false {
    failures.append("\(room.name) imports \(name), which the drawing does not have below it")
  }
  for name in room.dependencies where known.contains(name) && !room.imports.contains(name) {
    failures.append("\(room.name) depends on \(name) and imports it nowhere")
  }
  // Within a package; SwiftPM does not check it unless it is asked to.
  for name in own.sorted() where isUndeclared(name, in: room) {
    failures.append("\(room.name) imports \(name) and does not depend on it")
  }
  // Linux begins with PluginFiles; what serves tests runs there alone.
  if let linux = layer["PluginFiles"], number > linux, !testTargets.contains(room.name) {
    for file in room.glibcFiles {
      failures.append("\(room.name)/\(file) imports Glibc, and is not for Linux alone")
    }
  }
  if room.types.contains(room.name) {
    failures.append("\(room.name) has a type of its own name, so its interface can't be verified")
  }
}

if !CommandLine.arguments.contains("--check") {
  let sorted = rooms.filter { $0.files > 0 }.sorted {
    (layer[$0.name] ?? 0, $0.name) < (layer[$1.name] ?? 0, $1.name)
  }
  let width = sorted.map(\.name.count).max() ?? 0
  for room in sorted {
    let imports = room.imports.intersection(known).subtracting([room.name]).sorted()
    let name = room.name.padding(toLength: width, withPad: " ", startingAt: 0)
    let size = String(repeating: " ", count: max(0, 7 - "\(room.lines)".count)) + "\(room.lines)"
    print("\(name) \(size) lines in \(room.files) files → \(imports.joined(separator: ", "))")
  }
  let count = sorted.reduce(0) { $0 + $1.imports.intersection(known).subtracting([$1.name]).count }
  if failures.isEmpty {
    print("\(sorted.count) targets, \(count) imports, each of a target below: no cycle")
  }
}
fflush(stdout)
for failure in failures { FileHandle.standardError.write(Data("error: \(failure)\n".utf8)) }
exit(failures.isEmpty ? 0 : 1)
