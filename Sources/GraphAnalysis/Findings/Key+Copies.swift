import CleanseGraph

extension Key {
  /// The key without the numbers by which a graph tells types of one name apart: which of them has
  /// which number depends on who came first.
  var withoutCopy: Key {
    let names = (type: type.withoutCopy, tag: tag.map(\.withoutCopy))
    guard names.type.utf8.count != type.utf8.count || names.tag?.utf8.count != tag?.utf8.count
    else { return self }
    var key = self
    key.type = names.type
    key.tag = names.tag
    return key
  }
}

extension String {
  fileprivate var withoutCopy: String {
    guard let mark = utf8.lastIndex(of: UInt8(ascii: "#")) else { return self }
    let number = utf8[mark...].dropFirst()
    let isNumber = number.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    return isNumber ? String(self[..<mark]) : self
  }
}
