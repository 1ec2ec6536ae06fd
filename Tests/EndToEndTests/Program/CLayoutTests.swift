import CleanseTestSupport
import Foundation
import Testing

@Suite("The tables of PluginABI.md", .blocking)
struct CLayoutTests {
  /// A row of a table: a member, or padding if it has no name.
  private struct Row {
    let offset: Int
    let size: Int
    let name: String?
  }

  @Test("show the offsets of the compiler", arguments: CCompiler.all)
  func offsets(compiler: CCompiler) throws {
    let directory = try TemporaryDirectory()
    let word = compiler.isCPlusPlus ? "static_assert" : "_Static_assert"
    var lines = ["#include <cleanse_plugin.h>"]
    for (structure, rows) in try Self.tables() {
      for row in rows {
        guard let name = row.name else { continue }
        lines += [
          "\(word)(offsetof(\(structure), \(name)) == \(row.offset), \"\(name)\");",
          "\(word)(sizeof(((\(structure) *)0)->\(name)) == \(row.size), \"\(name)\");",
        ]
      }
      let end = rows.last.map { $0.offset + $0.size } ?? 0
      lines += [
        "\(word)(sizeof(\(structure)) == \(end), \"\(structure)\");",
        "\(word)(\(compiler.isCPlusPlus ? "alignof" : "_Alignof")(\(structure)) == 8, \"\");",
      ]
    }
    try compiler.compile(
      lines.joined(separator: "\n") + "\n", to: "layout.o", in: directory,
      ["-c", compiler.isCPlusPlus ? "-std=c++11" : "-std=c11"])
  }

  @Test("have every structure of the header, every member and every byte")
  func complete() throws {
    let header = try Self.structures()
    let tables = try Self.tables()
    #expect(Set(header.keys) == Set(tables.keys))
    for (structure, rows) in tables {
      #expect(rows.compactMap(\.name) == header[structure], "\(structure)")
      var end = 0
      for row in rows {
        #expect(row.offset == end, "\(structure): \(row.name ?? "padding")")
        end += row.size
      }
    }
  }

  /// The tables after the comments `layout: STRUCTURE`.
  private static func tables() throws -> [String: [Row]] {
    let page = Build.root.appending(path: "Documentation/PluginABI.md")
    let lines = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "\n")
    var tables: [String: [Row]] = [:]
    for index in lines.indices {
      guard let match = lines[index].wholeMatch(of: /<!-- layout: (\w+) -->/) else { continue }
      let rows = lines[(index + 3)...].prefix { $0.hasPrefix("|") }
      tables[String(match.1)] = try rows.map { line in
        let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        return Row(
          offset: try #require(Int(cells[0]), "\(line)"),
          size: try #require(Int(cells[1]), "\(line)"),
          name: cells[2].isEmpty ? nil : cells[2].trimmingCharacters(in: ["`"]))
      }
    }
    return tables
  }

  /// The structures of the header with the names of their members.
  private static func structures() throws -> [String: [String]] {
    let file = Build.root.appending(path: "Sources/CCleansePlugin/include/cleanse_plugin.h")
    let header = try String(contentsOf: file, encoding: .utf8)
      .replacing(#/(?s)/\*.*?\*//#, with: "")
      // Macros follow.
      .components(separatedBy: "#if defined(__x86_64__)")[0]
    var structures: [String: [String]] = [:]
    for match in header.matches(of: #/(?s)struct (\w+) \{(.*?)\n\}/#) {
      structures[String(match.1)] = match.2.split(separator: ";").compactMap { member in
        let function = member.firstMatch(of: #/\(\*(\w+)\)\(/#)
        return (function?.1 ?? member.firstMatch(of: #/(\w+)\s*$/#)?.1).map(String.init)
      }
    }
    return structures
  }
}
