/// What the page of a graph consists of beside its data: the files of the folder `Web`, which are part of the
/// program, so that it is one file wherever it is copied to.
package enum PageSources {
  /// The page, with places in double braces for the rest.
  package static let page = text(PackageResources.page_html)
  /// The style sheet.
  package static let style = text(PackageResources.page_css)
  /// The parts of the script in the order in which they need each other, in one scope.
  package static let script = [
    PackageResources.elements_js, PackageResources.graph_js, PackageResources.drawing_js,
    PackageResources.picture_js, PackageResources.tree_js, PackageResources.details_js,
    PackageResources.findings_js, PackageResources.search_js, PackageResources.page_js,
  ].map(text).joined()

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
