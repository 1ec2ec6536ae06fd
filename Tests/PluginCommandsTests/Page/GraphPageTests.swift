@testable import EmbeddedPage
@testable import GraphRendering
import CleanseTestSupport
import FoundationEssentials
import Testing

@Suite("The page")
struct GraphPageTests {
  @Test(
    "no text ends the element that the data stands in",
    arguments: ["</script>", "<!--", "]]>", "&lt;", "\u{2028}\u{2029}", "{{data}}", "\"\\"])
  func escapes(text: String) throws {
    let json = try GraphPage.json([text])
    #expect(!json.contains { "<>&\u{2028}\u{2029}".contains($0) })
    #expect(try JSONDecoder().decode([String].self, from: Data(json.utf8)) == [text])
  }

  @Test("the script makes no markup of text, and nothing in it ends its element")
  func script() {
    for word in ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval("] {
      #expect(!PageSources.script.contains(word), "\(word)")
    }
    for word in ["</script", "<!--"] { #expect(!PageSources.script.contains(word)) }
    #expect(!PageSources.style.contains("</style"))
  }

  @Test("the page loads nothing, and its policy allows only what stands in it")
  func policy() {
    #expect(PageSources.page.contains("default-src 'none'"))
    #expect(!PageSources.page.contains("unsafe-inline"))
    for word in ["src=", "href=", "http:", "https:", "url(", "@import"] {
      #expect(!PageSources.page.contains(word), "\(word)")
      #expect(!PageSources.style.contains(word), "\(word)")
    }
  }

  @Test("the page shows the graph by plugin, and nothing else is promised")
  func grouping() async throws {
    let directory = try TemporaryDirectory()
    let outcome = await host("graph", "--format", "html", "--by", "component", directory.path)
    #expect(outcome.status == 2)
    #expect(
      outcome.error == """
        host: options --format html and --by component don't go together
          the page shows the graph by plugin
          `host help graph` tells more

        """)
  }

  @Test("without Graphviz there is no page, and the host tells the package")
  func noGraphviz() async throws {
    let directory = try TemporaryDirectory()
    let outcome = await host("graph", "--format", "html", directory.path)
    #expect(outcome.status == 3)
    #expect(outcome.output.isEmpty)
    #expect(outcome.error.contains("install the Debian package graphviz"))
  }
}
