extension SemanticVersion {
  /// The maximum length of a version, in bytes.
  static var longest: Int { 255 }

  /// Parses a version such as `1.0.0-rc.1+20261121`.
  ///
  /// - Throws: A ``FieldError`` without a field if the text violates §2, §9 or §10 of the
  ///   specification, if one of the three numbers doesn't fit an `Int`, or if the text is longer
  ///   than 255 bytes.
  public init(_ text: String) throws(FieldError) {
    guard text.utf8.count <= Self.longest else {
      throw FieldError(message: "is longer than \(Self.longest) bytes")
    }
    let (rest, build) = text.split(atFirst: "+")
    let (core, prerelease) = rest.split(atFirst: "-")
    let numbers = core.split(separator: ".", omittingEmptySubsequences: false)
    guard numbers.count == 3 else {
      throw FieldError(
        message: "\(text.quoted) is not a semantic version: three numbers are needed, as in `1.0.0`"
      )
    }
    self.init(
      major: try Self.number(numbers[0], of: text),
      minor: try Self.number(numbers[1], of: text),
      patch: try Self.number(numbers[2], of: text),
      prerelease: try Self.parts(prerelease, called: "pre-release", of: text) { part in
        part.isNumeric && part.count > 1 && part.hasPrefix("0")
      },
      build: try Self.parts(build, called: "build metadata", of: text) { _ in false })
  }

  private static func number(
    _ digits: Substring, of text: String
  ) throws(FieldError) -> Int {
    let fault: String
    if !digits.isNumeric {
      fault = "\(String(digits).quoted) is not a number"
    } else if digits.hasPrefix("0") && digits.count > 1 {
      fault = "\(String(digits).quoted) has a leading zero"
    } else if let number = Int(digits) {
      return number
    } else {
      fault = "\(String(digits).quoted) is too large"
    }
    throw FieldError(message: "\(text.quoted) is not a semantic version: \(fault)")
  }

  private static func parts(
    _ text: Substring?, called name: String, of whole: String,
    isPaddedNumber: (Substring) -> Bool
  ) throws(FieldError) -> [String] {
    guard let text else { return [] }
    var parts: [String] = []
    for part in text.split(separator: ".", omittingEmptySubsequences: false) {
      let fault: String
      if part.isEmpty {
        fault = "an empty part in the \(name)"
      } else if !part.utf8.allSatisfy({ $0.isASCIILetterOrDigit || $0 == UInt8(ascii: "-") }) {
        fault = "\(String(part).quoted) in the \(name) is not made of letters, digits and hyphens"
      } else if isPaddedNumber(part) {
        fault = "\(String(part).quoted) in the \(name) has a leading zero"
      } else {
        parts.append(String(part))
        continue
      }
      throw FieldError(message: "\(whole.quoted) is not a semantic version: \(fault)")
    }
    return parts
  }
}

extension StringProtocol where SubSequence == Substring {
  /// The text before and after the first separator; the latter is nil if there is none.
  fileprivate func split(atFirst separator: Character) -> (Substring, Substring?) {
    guard let index = firstIndex(of: separator) else { return (self[...], nil) }
    return (self[..<index], self[self.index(after: index)...])
  }
}
