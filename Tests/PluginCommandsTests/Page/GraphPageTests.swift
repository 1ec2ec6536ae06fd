@testable import CleanseEmbeddedPage
@testable import CleanseGraphRendering
import CleanseTestSupport
import FoundationEssentials
import Testing

@Suite("The page")
struct GraphPageTests {
  @Test(
    "no text ends the element that contains the data",
    arguments: ["</script>", "<!--", "]]>", "&lt;", "\u{2028}\u{2029}", "{{data}}", "\"\\"])
  func escapes(text: String) throws {
    let json = try GraphPage.json([text])
    #expect(!json.contains { "<>&\u{2028}\u{2029}".contains($0) })
    #expect(try JSONDecoder().decode([String].self, from: Data(json.utf8)) == [text])
  }

  @Test("the script creates no markup from text, and does not end its element")
  func script() {
    for word in ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval("] {
      #expect(!PageSources.script.contains(word), "\(word)")
    }
    for word in ["</script", "<!--"] { #expect(!PageSources.script.contains(word)) }
    #expect(!PageSources.style.contains("</style"))
  }

  @Test("the page loads no resources, and its policy allows only its own content")
  func policy() {
    #expect(PageSources.page.contains("default-src 'none'"))
    #expect(!PageSources.page.contains("unsafe-inline"))
    for word in ["src=", "href=", "http:", "https:", "url(", "@import"] {
      #expect(!PageSources.page.contains(word), "\(word)")
      #expect(!PageSources.style.contains(word), "\(word)")
    }
  }

  @Test("the page shows the graph only by plugin")
  func grouping() async throws {
    let directory = try TemporaryDirectory()
    let outcome = await host("graph", "--format", "html", "--by", "component", directory.path)
    #expect(outcome.status == 2)
    #expect(
      outcome.error == """
        host: options --format html and --by component can't be combined
          the page shows the graph by plugin
          see `host help graph`

        """)
  }

  @Test("without Graphviz there is no page, and the error names the package")
  func noGraphviz() async throws {
    let directory = try TemporaryDirectory()
    let outcome = await host("graph", "--format", "html", directory.path)
    #expect(outcome.status == 3)
    #expect(outcome.output.isEmpty)
    #expect(outcome.error.contains("install the Debian package graphviz"))
  }
}
