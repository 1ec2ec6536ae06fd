import CleanseCrypto
import CleanseEmbeddedPage
package import CleansePluginHost
import CleanseGraphAnalysis
import FoundationEssentials

/// A drawing as one self-contained HTML file, which loads nothing from the network.
///
/// A content-security policy names the digests of the script and the style sheet, so that the browser runs and loads
/// nothing else. All texts from plugins are data in a block of JSON; the script creates text nodes from them, never
/// markup.
package struct GraphPage {
  /// The whole document.
  package let document: String

  /// - Parameters:
  ///   - title: The subject of the graph, such as the directories of the plugins.
  ///   - times: What the parts of the graph took.
  ///   - layout: Lays out the views.
  /// - Throws: A ``GraphvizError`` when Graphviz is not installed or fails.
  package init(
    of drawing: GraphDrawing, _ combination: CombinedGraph, title: String,
    times: PageTimes = PageTimes(), layout: GraphvizLayout
  ) throws {
    let views = PageViews(of: drawing)
    let contents = PageContents(
      of: drawing, combination, title: title, times: times,
      pictures: try PagePictures(of: views, plugins: drawing.plugins.count, through: layout))
    document = Self.page(data: try Self.json(contents))
  }

  private static func page(data: String) -> String {
    let script = PageSources.script
    let style = PageSources.style
    var page = PageSources.page[...]
    var document = ""
    let contents = [
      "script-hash": SHA256Digest(of: script.utf8).integrity,
      "style-hash": SHA256Digest(of: style.utf8).integrity,
      "style": style, "data": data, "script": script,
    ]
    // Inserted text is not searched for placeholders again: the name of a plugin may contain braces.
    while let start = page.firstRange(of: "{{"),
      let end = page[start.upperBound...].firstRange(of: "}}")
    {
      document +=
        page[..<start.lowerBound]
        + (contents[String(page[start.upperBound..<end.lowerBound])] ?? "")
      page = page[end.upperBound...]
    }
    return document + page
  }

  /// The data as JSON that can't end the element around it (HTML, 13.2.5.4), nor a line of a script (ECMAScript 2018
  /// and before).
  static func json(_ contents: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let text = String(decoding: try encoder.encode(contents), as: UTF8.self)
    var escaped = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "<", ">", "&", "\u{2028}", "\u{2029}":
        let digits = String(scalar.value, radix: 16)
        escaped.append(
          contentsOf: "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)"
            .unicodeScalars)
      default: escaped.append(scalar)
      }
    }
    return String(escaped)
  }
}
