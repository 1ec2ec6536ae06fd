@testable import CleanseGraphRendering
import CleanseTestSupport
import Glibc
import Testing

@Suite("Laying out with Graphviz")
struct GraphvizLayoutTests {
  private static let graph = "digraph { a -> b }"

  @Test("returns a picture, and its element for a page")
  func picture() throws {
    let picture = try GraphvizLayout.ofThisMachine.picture(of: Self.graph)
    #expect(picture.document.hasPrefix("<?xml"))
    #expect(picture.element.hasPrefix("<svg ") && picture.element.hasSuffix("</svg>"))
  }

  @Test("without Graphviz, the error names the package", arguments: ["", "/nowhere", "/etc:/dev"])
  func missing(path: String) {
    let error = #expect(throws: GraphvizError.self) {
      try GraphvizLayout(path: path).picture(of: Self.graph)
    }
    #expect(error?.message == "can't find dot, the Graphviz program that lays out the graph")
    #expect(error?.hints.first == "install the Debian package graphviz: apt-get install graphviz")
  }

  @Test("a file that is not an executable program is not used as Graphviz")
  func noProgram() throws {
    let directory = try TemporaryDirectory(["dot": "#!/bin/sh\nexit 0\n"])
    #expect(throws: GraphvizError.self) {
      try GraphvizLayout(path: directory.path).picture(of: Self.graph)
    }
    let other = try TemporaryDirectory()
    try #require(mkdir("\(other.path)/dot", 0o755) == 0)
    #expect(throws: GraphvizError.self) {
      try GraphvizLayout(path: other.path).picture(of: Self.graph)
    }
  }

  @Test("a rejected graph is reported with the message of Graphviz")
  func failing() throws {
    let error = #expect(throws: GraphvizError.self) {
      try GraphvizLayout.ofThisMachine.picture(of: "digraph {")
    }
    #expect(error?.message.hasSuffix("/dot failed to lay out the graph: status 1") == true)
    #expect(error?.hints.first?.contains("syntax error in line 1") == true)
  }

  @Test(
    "each way to fail has its error",
    arguments: [
      ("exit 1", "failed to lay out the graph: status 1"),
      ("kill -9 $$", "failed to lay out the graph: signal 9"),
      ("exit 0", "did not write a complete SVG"),
      ("cat", "did not write a complete SVG"),
      ("echo '<svg><g>'", "did not write a complete SVG"),
      ("echo '<svg></svg>'; exit 3", "failed to lay out the graph: status 3"),
      ("exec 0<&-; echo gone >&2; exit 1", "failed to lay out the graph: status 1"),
      ("while true; do sleep 60; done", "did not lay out the graph within 0 seconds"),
      ("exec 1>&- 2>&-; sleep 60", "did not lay out the graph within 0 seconds"),
      ("sleep 60 & exit 0", "did not lay out the graph within 0 seconds"),
    ])
  func fake(script: String, message: String) throws {
    let isEndless = message.hasSuffix("seconds")
    let (layout, directory) = try Self.fake(
      script, limit: isEndless ? .milliseconds(500) : .seconds(60))
    let error = #expect(throws: GraphvizError.self) { try layout.picture(of: Self.graph) }
    #expect(error?.message == "\(directory.path)/dot \(message)")
    if isEndless {
      #expect(error?.hints == ["draw part of the graph with --focus KEY or --depth N"])
    }
  }

  @Test("it may write much before it reads, or read nothing")
  func large() throws {
    let large = Self.graph + String(repeating: " ", count: 1 << 22)
    for script in [
      "head -c 3000000 /dev/zero >&2; echo '<svg>'; head -c 3000000 /dev/zero; cat; echo '</svg>'",
      "echo '<svg></svg>'",
    ] {
      let (layout, directory) = try Self.fake(script, limit: .seconds(60))
      let picture = try layout.picture(of: large)
      #expect(picture.element.hasSuffix("</svg>"))
      withExtendedLifetime(directory) {}
    }
  }

  // Graphviz worked on 120,000 boxes for a minute before the same hint was printed.
  @Test("a picture that is too large is refused before Graphviz is started")
  func excessive() throws {
    let limit = GraphvizLayout.mostElements
    #expect(throws: Never.self) { try GraphvizLayout.check(boxes: limit - 1, arrows: 1) }
    let error = #expect(throws: GraphvizError.self) {
      try GraphvizLayout.check(boxes: limit, arrows: 1)
    }
    #expect(
      error?.message
        == "a picture of 10000 boxes and 1 arrows is too large to be laid out: at most 10000 of both"
    )
    #expect(error?.hints == ["draw part of the graph with --focus KEY or --depth N"])
  }

  /// A script in place of Graphviz.
  private static func fake(
    _ script: String, limit: Duration
  ) throws -> (GraphvizLayout, TemporaryDirectory) {
    let directory = try TemporaryDirectory()
    try directory.writeScript(script, to: "dot")
    var layout = GraphvizLayout(path: directory.path)
    layout.limit = limit
    return (layout, directory)
  }
}

extension GraphvizLayout {
  /// The installed Graphviz, from scripts/setup.
  static var ofThisMachine: GraphvizLayout {
    GraphvizLayout(path: getenv("PATH").map { String(cString: $0) } ?? "/usr/bin")
  }
}
