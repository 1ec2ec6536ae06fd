import CleanseGraph

extension Key {
  /// The key without the numbers that distinguish types of equal name in a graph. The numbers depend on
  /// the order in which the types were registered.
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
