@testable import CleansePluginHost
@testable import CleansePluginLoading
@testable import CleansePluginTrust
import CleanseTestSupport
import Glibc
import Testing

@Suite("Malformed graph documents")
struct GraphDocumentErrorTests {
  private let scratch: TemporaryDirectory

  init() throws {
    scratch = try TemporaryDirectory()
  }

  /// Malformed texts, each with a description of its fault.
  private static let faults: [(String, String)] = {
    let (small, full) = (SampleDocument.small, SampleDocument.full)
    func changed(_ old: String, _ new: String) -> String { small.replacing(old, with: new) }
    func damaged(_ old: String, _ new: String) -> String { full.replacing(old, with: new) }
    return [
      ("empty", ""), ("white space", " \n"), ("text", "hello"), ("a list", "[]"), ("null", "null"),
      ("cut short", String(small.prefix(80))), ("trailing text", small + "x"),
      ("newer", changed("graph/1", "graph/2")),
      ("newer, with another structure", #"{"schema":"cleanse-graph/2","keys":{}}"#),
      ("older", changed("graph/1", "graph/0")), ("no version", changed("graph/1", "graph/x")),
      ("huge version", changed("graph/1", "graph/99999999999999999999")),
      ("another document", changed("cleanse-graph/1", "cleanse-list/1")),
      ("another document, with another structure", #"{"schema":"cleanse-lock/1","plugins":{}}"#),
      ("hostile schema", changed("cleanse-graph/1", #"\u001b[2J\n"#)),
      ("long schema", changed("cleanse-graph/1", String(repeating: "x", count: 5_000))),
      ("no schema", changed(#""schema":"cleanse-graph/1","#, "")), ("no member", "{}"),
      ("a schema that is a number", changed(#""cleanse-graph/1""#, "1")),
      ("no keys", changed(#""keys":[["3App4RootV","App.Root"]],"#, "")),
      ("no components", changed(#"{"name":"App.Main","root":0}"#, "")),
      ("malformed keys", changed(#"["3App4RootV","App.Root"]"#, "[1,2]")),
      ("a key without a name", changed(#"["3App4RootV","App.Root"]"#, #"["3App4RootV"]"#)),
      ("a null key", changed(#"["3App4RootV","App.Root"]"#, "null")),
      ("a binding of a huge key", changed(#""key":0"#, #""key":9223372036854775807"#)),
      ("a binding of a negative key", changed(#""key":0"#, #""key":-1"#)),
      ("a key above all integers", changed(#""key":0"#, #""key":9223372036854775808"#)),
      ("a key far above all integers", changed(#""key":0"#, #""key":1e400"#)),
      ("a fractional key", changed(#""key":0"#, #""key":0.5"#)),
      ("a root without a key", changed(#""root":0"#, #""root":1"#)),
      ("a module that is absent", changed(#""key":0"#, #""key":0,"modules":[0]"#)),
      ("a file that is absent", changed(#""key":0"#, #""key":0,"file":7,"line":1"#)),
      ("a request without a key", changed(#""key":0"#, #""key":0,"requests":[0,5]"#)),
      (
        "an alternative without a key",
        changed(#""key":0"#, #""key":0,"requests":[0],"alternative":[9],"forms":["provider"]"#)
      ),
      (
        "two forms of one request",
        changed(#""key":0"#, #""key":0,"requests":[0],"forms":["provider","provider"]"#)
      ),
      ("no alternative", changed(#""key":0"#, #""key":0,"requests":[0],"alternative":[]"#)),
      ("an unknown kind", changed(#""key":0"#, #""key":0,"kind":"tripled""#)),
      ("a hostile kind", changed(#""key":0"#, #""key":0,"kind":"\u001b[2J\n""#)),
      ("an unknown effect", changed(#""key":0"#, #""key":0,"effect":"loud""#)),
      ("an unknown source", changed(#""key":0"#, #""key":0,"source":"thin air""#)),
      ("an unknown form", changed(#""key":0"#, #""key":0,"requests":[0],"forms":["double"]"#)),
      (
        "an unknown form of the alternative",
        changed(
          #""key":0"#, #""key":0,"requests":[0],"forms":["instance:double"],"alternative":[0]"#)
      ),
      (
        "a further reading of an absent request",
        changed(
          #""key":0"#,
          #""key":0,"requests":[0],"forms":["provider"],"alternative":[0],"further":[1,0]"#)
      ),
      (
        "a further reading of a request with one reading",
        changed(#""key":0"#, #""key":0,"requests":[0],"alternative":[-1],"further":[0,0]"#)
      ),
      (
        "half of a further reading",
        changed(#""key":0"#, #""key":0,"requests":[0],"alternative":[0],"further":[0]"#)
      ),
      ("a component that is absent", changed(#""key":0"#, #""key":0,"component":1"#)),
      ("a negative component", changed(#""key":0"#, #""key":0,"component":-1"#)),
      ("a root that is a string", changed(#""root":0"#, #""root":"0""#)),
      (
        "one key twice",
        changed(#"["3App4RootV","App.Root"]"#, #"["3App4RootV","a"],["3App4RootV","b"]"#)
      ),
      ("one plugin twice", damaged("org.example.letters", "org.example.words")),
      ("an unknown severity", damaged(#""severity": "note""#, #""severity": "fatal""#)),
      ("a malformed version", damaged(#""version": "1.0.0""#, #""version": "one""#)),
      (
        "a malformed identifier",
        damaged(#""identifier": "org.example.old""#, #""identifier": "../x""#)
      ),
      ("a malformed digest", damaged("blake2b-256:0a", "blake2b-256:0A")),
      (
        "a component inside itself",
        damaged(#""root": 3, "parent": 0"#, #""root": 3, "parent": 1"#)
      ),
      ("a subcomponent without a parent", damaged(#", "parent": 0"#, "")),
      (
        "two installers",
        damaged(#""details": {"entry": "#, #""details": {"subcomponent": 1, "entry": "#)
      ),
      ("no installer", damaged(#""details": {"subcomponent": 1}"#, #""details": {}"#)),
      (
        "a declaration that installs",
        damaged(#""kind": "subcomponent""#, #""kind": "declaration""#)
      ),
      ("a binding that installs", damaged(#""kind": "subcomponent", "#, "")),
      ("a root that is installed", damaged(#"{"subcomponent": 1}"#, #"{"subcomponent": 0}"#)),
    ]
  }()

  @Test("each fault is reported with its location")
  func texts() throws {
    var report: [String] = []
    for (name, text) in Self.faults {
      let path = try scratch.write(text, to: "graph.json")
      do throws(DocumentError) {
        _ = try GraphDocument(contentsOf: path)
        Issue.record("\(name): nothing is wrong")
      } catch {
        report.append("\(name): \(error.message)\n  \(error.fix ?? "")")
        #expect(!error.isMissing)
        #expect(error.message.utf8.count < 1_000)
        #expect(error.message.utf8.allSatisfy { $0 >= 0x20 }, "\(name)")
      }
    }
    expectGolden(scratch.anonymous(report.joined(separator: "\n")), "graph-document-errors")
  }

  @Test("huge, missing, unreadable and special files are reported before anything is read")
  func files() throws {
    var report: [String] = []
    func check(_ path: String, isMissing: Bool = false) {
      let error = #expect(throws: DocumentError.self) { try GraphDocument.read([path]) }
      #expect(error?.isMissing == isMissing)
      #expect(error?.path == path)
      report.append("\(error?.message ?? "")\n  \(error?.fix ?? "")")
    }
    let huge = try scratch.write([], to: "huge.json")
    try #require(truncate(huge, 1 << 30) == 0)
    check(huge)
    check(try scratch.makePipe("fifo.json"))
    check(scratch.path(of: "none.json"), isMissing: true)
    check(try scratch.link("broken.json", to: "none.json"), isMissing: true)
    check(scratch.path(of: "none.json/below"), isMissing: true)
    check("", isMissing: true)
    check("/dev/zero")
    let empty = try scratch.makeDirectory("empty")
    check(empty, isMissing: true)
    try scratch.write([1], to: "empty/libWords.so")
    check(empty, isMissing: true)
    let other = try scratch.makeDirectory("other")
    try scratch.write(SampleDocument.small.utf8, to: "other/a.json")
    try scratch.write(#"{"name":"words"}"#.utf8, to: "other/package.json")
    let error = #expect(throws: DocumentError.self) { try GraphDocument.read([other]) }
    report.append("\(error?.message ?? "")\n  \(error?.fix ?? "")")
    expectGolden(scratch.anonymous(report.joined(separator: "\n")), "graph-document-files")
  }

  @Test("bytes that are not text are rejected")
  func bytes() throws {
    let small = Array(SampleDocument.small.utf8)
    for broken: [UInt8] in [
      [0xFF, 0xFE], [0xC3], [0x00], small + [0x80],
      small.map { $0 == UInt8(ascii: "A") ? 0xFF : $0 },
      Array(repeating: 0, count: 1_000_000),
    ] {
      #expect(throws: GraphDocumentDefect.self) { try GraphDocument(json: broken) }
    }
  }

  @Test(
    "100,000 nested levels do not overflow the stack",
    arguments: ["[", #"{"a":"#, #"[{"schema":"#])
  func nesting(opening: String) throws {
    let many = String(repeating: opening, count: 100_000)
    let texts = [
      many,
      SampleDocument.small.replacing(#""plugins":[]"#, with: #""plugins":\#(many)"#),
      SampleDocument.small.replacing(#""schema""#, with: #""x":\#(many),"schema""#),
    ]
    for text in texts {
      #expect(throws: GraphDocumentDefect.self) { try SampleDocument.read(text) }
    }
  }

  @Test("documents of two applications, or of two versions of one, are not linked")
  func applications() throws {
    var report: [String] = []
    for others in [
      [SampleDocument.fragment("Letters", application: "Other.Main")],
      [SampleDocument.fragment("Letters", line: 9)], [],
    ] {
      var documents = try others.map { try SampleDocument.read($0) }
      if !others.isEmpty {
        documents.append(try SampleDocument.read(SampleDocument.fragment("Words")))
      }
      for (number, path) in ["a.json", "b.json"].enumerated() where number < documents.count {
        documents[number].path = path
      }
      let error = #expect(throws: DocumentError.self) {
        try CombinedGraph(linking: documents)
      }
      report.append("\(error?.message ?? "")\n  \(error?.fix ?? "")")
    }
    expectGolden(report.joined(separator: "\n"), "graph-document-applications")
  }
}
