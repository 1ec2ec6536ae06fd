// undocumented.swift FOLDER: prints the public declarations without a doc comment in the symbol graphs of
// FOLDER, as FILE:LINE: NAME, and exits with status 1 if there are any.
import Foundation

/// The used part of a symbol graph in SymbolKit's format.
struct SymbolGraph: Decodable {
  struct Symbol: Decodable {
    struct Location: Decodable {
      struct Position: Decodable { let line: Int }
      let uri: String
      let position: Position
    }

    struct Comment: Decodable {
      struct Line: Decodable { let text: String }
      let lines: [Line]
    }

    let pathComponents: [String]
    /// Nil for a declaration that the compiler synthesises, such as `==`.
    let location: Location?
    let docComment: Comment?

    var isDocumented: Bool {
      docComment?.lines.contains { !$0.text.allSatisfy(\.isWhitespace) } ?? false
    }
  }

  let symbols: [Symbol]
}

guard CommandLine.arguments.count == 2 else {
  FileHandle.standardError.write(Data("usage: undocumented.swift FOLDER\n".utf8))
  exit(2)
}
let folder = URL(filePath: CommandLine.arguments[1])
let graphs = try FileManager.default
  .subpathsOfDirectory(atPath: folder.path(percentEncoded: false))
  .filter { $0.hasSuffix(".symbols.json") }
var count = 0
var undocumented: Set<String> = []
for graph in graphs {
  let data = try Data(contentsOf: folder.appending(path: graph))
  for symbol in try JSONDecoder().decode(SymbolGraph.self, from: data).symbols {
    guard let location = symbol.location, let file = URL(string: location.uri)?.path else {
      continue
    }
    count += 1
    if !symbol.isDocumented {
      let name = symbol.pathComponents.joined(separator: ".")
      undocumented.insert("\(file):\(location.position.line + 1): \(name)")
    }
  }
}
// Without this check, a directory without graphs would pass.
guard count > 0 else {
  FileHandle.standardError.write(Data("no symbols in \(folder.path)\n".utf8))
  exit(2)
}
undocumented.sorted().forEach { print("\($0) has no documentation comment") }
exit(undocumented.isEmpty ? 0 : 1)
