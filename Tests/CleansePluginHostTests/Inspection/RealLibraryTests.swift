@testable import CleansePluginFiles
@testable import CleansePluginMetadata
import CleanseTestSupport
import Foundation
import Glibc
import Testing

@Suite("Libraries that a linker created")
struct RealLibraryTests {
  /// The directories of distributions that keep libraries by architecture, and of those that do not.
  private static let folders = ["x86_64-linux-gnu", "aarch64-linux-gnu", "../lib64"]
    .map { "/usr/lib/" + $0 }
    .filter { access($0, R_OK) == 0 }

  @Test("no library of the system is a plugin, and none is reported as faulty", arguments: folders)
  func installed(_ folder: String) throws {
    let inspector = PluginInspector(host: hostStamp)
    for file in try PluginDirectory.files(in: [folder]) {
      let inspection = inspector.inspect(file)
      guard case .notAPlugin = inspection.outcome else {
        Issue.record("\(file.path): \(inspection.report)")
        continue
      }
    }
  }

  /// The libraries of Swift, which another linker created, and one of which this process has loaded.
  private static func swiftFolders() throws -> [String] {
    let maps = try String(contentsOfFile: "/proc/self/maps", encoding: .utf8)
    return Set(
      maps.split(separator: "\n").compactMap { line in
        guard let start = line.firstIndex(of: "/"), line.hasSuffix("/libswiftCore.so") else {
          return nil
        }
        return String(line[start...].dropLast("/libswiftCore.so".count))
      }
    ).sorted()
  }

  @Test("no library of the system would be reported as damaged if it were a plugin")
  func sound() throws {
    var count = 0
    for file in try PluginDirectory.files(in: Self.folders + Self.swiftFolders()) {
      guard let elf = try? ElfFile(RegularFile(file)) else { continue }
      count += 1
      let contents = PluginContents(
        elf, path: file.path, entryPoint: PluginNote.defaultEntryPoint)
      for defect in contents.defects {
        switch defect {
        case .noEntryPoint: break
        // A library may do so, but a plugin may not.
        case .interposedLibrary, .notOpenable: break
        default: Issue.record("\(file.path): \(defect)")
        }
      }
    }
    #expect(count > 0)
  }

  @Test("a C plugin is usable as the linker created it, and stripped")
  func compiled() throws {
    let scratch = try TemporaryDirectory()
    let stamp = ABIStamp(abi: 1, architecture: hostStamp.architecture, language: "c")
    let json = try sampleNote(stamp: stamp).json()
    let words = json.map(String.init).joined(separator: ",")
    let source = """
      __attribute__((section(".note.cleanse"), used, aligned(4)))
      static const struct { unsigned n, d, t; char name[8]; unsigned char json[\(json.count)]; } note =
        { 8, \(json.count), 1, "Cleanse", { \(words) } };
      int cleanse_plugin_configure(const void *host, void *binder) { return host == binder; }
      """
    let compiler = try #require(CCompiler.native, "Swift's own toolchain brings clang")
    for options in [[], ["-s"], ["-Wl,--hash-style=sysv"]] {
      try compiler.compileLibrary(source, to: "plugin.so", in: scratch, options)
      let inspection = PluginInspector(host: hostStamp)
        .inspect(PluginFile(path: scratch.path(of: "plugin.so")))
      #expect(inspection.codes == [])
      #expect(inspection.usable?.manifest.identifier == "org.example.words")
    }
  }
}
