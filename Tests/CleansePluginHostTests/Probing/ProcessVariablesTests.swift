@testable import CleansePluginProbing
import Glibc
import Testing

@Suite("ProcessVariables")
struct ProcessVariablesTests {
  private func values(_ entries: [[UInt8]], where isIncluded: (String) -> Bool = { _ in true })
    -> [String: String]
  {
    ProcessVariables.values(in: entries.map { $0 + [0] }, where: isIncluded)
  }

  @Test("a name ends at the first equals sign, and a variable without one is ignored")
  func names() {
    let entries = ["A=1", "B=x=y=", "C=", "D", "=E", ""].map { Array($0.utf8) }
    #expect(values(entries) == ["A": "1", "B": "x=y=", "C": "", "": "E"])
  }

  @Test("an equals sign with a combining character after it ends a name, too")
  func combining() {
    #expect(values([Array("A=\u{301}b".utf8)]) == ["A": "\u{301}b"])
  }

  @Test("of two variables with one name, the last one counts")
  func duplicates() {
    #expect(values([Array("A=1".utf8), Array("A=2".utf8)]) == ["A": "2"])
  }

  @Test("bytes that are not UTF-8 are replaced")
  func malformed() {
    #expect(values([[0x41, 0x3D, 0xFF]]) == ["A": "\u{FFFD}"])
  }

  @Test("only the variables with the requested names are returned")
  func requested() {
    let entries = ["PATH=/bin", "LD_A=1", "HOME=/"].map { Array($0.utf8) }
    #expect(values(entries) { $0.hasPrefix("LD_") } == ["LD_A": "1"])
    #expect(values([]).isEmpty)
  }

  @Test("the variables of this process are those that the C library finds")
  func own() {
    let path = ProcessVariables.values { $0 == "PATH" }
    #expect(path["PATH"] == (unsafe getenv("PATH").map { unsafe String(cString: $0) }))
  }
}
