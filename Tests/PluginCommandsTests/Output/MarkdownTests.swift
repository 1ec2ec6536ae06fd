@testable import CleansePluginCommands
import Testing

@Suite("Markdown")
struct MarkdownTests {
  @Test(
    "shows any text unchanged",
    arguments: [
      ("a", "`a`"), ("", "(empty)"), ("a`b", "``a`b``"), ("`", "`` ` ``"), ("```", "```` ``` ````"),
      ("a``b`", "``` a``b` ```"), (" a ", "`  a  `"), (" a", "` a`"), ("  ", "`  `"),
      ("<b>&amp;[x](y)*_|\\", "`<b>&amp;[x](y)*_|\\`"), ("a\nb", #"`a\u{A}b`"#),
      ("a\u{202E}b", #"`a\u{202E}b`"#),
    ])
  func code(text: String, markdown: String) {
    #expect(Markdown.code(text) == markdown)
  }
}
