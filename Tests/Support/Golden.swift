import Glibc
public import Testing

/// Whether golden files are written instead of compared.
public let isUpdatingGoldenFiles =
  unsafe getenv("CLEANSE_UPDATE_GOLDEN").map { unsafe String(cString: $0) } == "1"

/// Compares a text with `Golden/NAME.golden`, so that changes of wording are reviewed.
///
/// The folder `Golden` is next to the test's file or to one of the folders that contain it. With
/// `CLEANSE_UPDATE_GOLDEN=1` in the environment, the file is written instead.
///
/// - Parameter terminator: The characters that follow the text in the file.
public func expectGolden(
  _ text: String, _ name: String, terminator: String = "\n", file: String = #filePath,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  guard let folder = goldenFolder(for: file) else {
    Issue.record("no folder Golden above \(file)", sourceLocation: sourceLocation)
    return
  }
  let path = "\(folder)/\(name).golden"
  let text = text + terminator
  if isUpdatingGoldenFiles {
    if !writeFile(path, text.utf8) {
      Issue.record("can't write \(path)", sourceLocation: sourceLocation)
    }
    return
  }
  guard let bytes = readFile(path) else {
    Issue.record(
      "\(path) is missing; run the tests with CLEANSE_UPDATE_GOLDEN=1 and review what it writes",
      sourceLocation: sourceLocation)
    return
  }
  let golden = String(decoding: bytes, as: UTF8.self)
  // Compared as UTF-8: `Character` treats a carriage return and line feed as one, and ignores normalization.
  guard !text.utf8.elementsEqual(golden.utf8) else { return }
  Issue.record(
    """
    the text differs from \(path); if that is intended, run the tests with CLEANSE_UPDATE_GOLDEN=1
    \(difference(of: text, from: golden))
    """, sourceLocation: sourceLocation)
}

/// The nearest folder `Golden` next to the file or to one of its ancestors.
private func goldenFolder(for file: String) -> String? {
  var parts = file.split(separator: "/", omittingEmptySubsequences: false)
  while parts.popLast() != nil, !parts.isEmpty {
    let folder = parts.joined(separator: "/") + "/Golden"
    if unsafe access(folder, F_OK) == 0 { return folder }
  }
  return nil
}

/// The lines that were removed from the golden file and added to it, each with its number.
private func difference(of text: String, from golden: String) -> String {
  func lines(_ text: String) -> [[UInt8]] {
    text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(Array.init)
  }
  var changes: [(line: Int, isAdded: Bool, text: String)] = []
  for change in lines(text).difference(from: lines(golden)) {
    switch change {
    case .remove(let offset, let line, _):
      changes.append((offset + 1, false, String(decoding: line, as: UTF8.self)))
    case .insert(let offset, let line, _):
      changes.append((offset + 1, true, String(decoding: line, as: UTF8.self)))
    }
  }
  changes.sort { ($0.line, $0.isAdded ? 1 : 0) < ($1.line, $1.isAdded ? 1 : 0) }
  return changes.map { "\($0.isAdded ? "+" : "-") \($0.line): \($0.text.debugDescription)" }
    .joined(separator: "\n")
}
