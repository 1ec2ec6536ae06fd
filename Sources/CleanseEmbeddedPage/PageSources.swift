/// The HTML, CSS and JavaScript of the page of a graph: the files of the folder `Web`, embedded in the program so
/// that it remains a single file.
package enum PageSources {
  /// The page, with placeholders in double braces.
  package static let page = text(PackageResources.page_html)
  /// The style sheet.
  package static let style = text(PackageResources.page_css)
  /// The script: all parts in one scope, in the order of their dependencies.
  package static let script = [
    PackageResources.elements_js, PackageResources.graph_js, PackageResources.drawing_js,
    PackageResources.picture_js, PackageResources.tree_js, PackageResources.details_js,
    PackageResources.findings_js, PackageResources.search_js, PackageResources.page_js,
  ].map(text).joined()

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
