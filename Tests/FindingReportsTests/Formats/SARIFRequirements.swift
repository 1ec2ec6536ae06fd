import Foundation

/// The requirements of the OASIS Standard SARIF Version 2.1.0 and its schema for the members that the program
/// writes. Numbers in parentheses are sections of the standard.
enum SARIFRequirements {
  /// The rule for a value.
  indirect enum Rule: Sendable {
    case text
    /// One of some texts.
    case word(Set<String>)
    /// An integer with a minimum.
    case number(Int)
    case truth
    /// An array, with distinct elements if the schema says `uniqueItems`.
    case list(Rule, isUnique: Bool)
    case object(String)
    /// An object of any members whose values follow the rule.
    case map(Rule)
  }

  /// The members of an object: the schema has `additionalProperties: false` in each.
  struct Shape: Sendable {
    let required: [String: Rule]
    var optional: [String: Rule] = [:]
  }

  private static let level = Rule.word(["none", "note", "warning", "error"])

  static let shapes: [String: Shape] = [
    // (3.13)
    "sarifLog": Shape(
      required: ["version": .word(["2.1.0"]), "runs": .list(.object("run"), isUnique: false)],
      optional: ["$schema": .text]),
    // (3.14)
    "run": Shape(
      required: ["tool": .object("tool")],
      optional: [
        "invocations": .list(.object("invocation"), isUnique: false),
        "originalUriBaseIds": .map(.object("artifactLocation")),
        "columnKind": .word(["utf16CodeUnits", "unicodeCodePoints"]),
        "results": .list(.object("result"), isUnique: false),
      ]),
    // (3.18)
    "tool": Shape(required: ["driver": .object("toolComponent")]),
    // (3.19)
    "toolComponent": Shape(
      required: ["name": .text],
      optional: [
        "version": .text, "semanticVersion": .text,
        "rules": .list(.object("reportingDescriptor"), isUnique: true),
      ]),
    // (3.49)
    "reportingDescriptor": Shape(
      required: ["id": .text],
      optional: [
        "name": .text, "shortDescription": .object("multiformatMessageString"),
        "fullDescription": .object("multiformatMessageString"),
        "help": .object("multiformatMessageString"),
        "defaultConfiguration": .object("reportingConfiguration"),
      ]),
    // (3.50)
    "reportingConfiguration": Shape(required: [:], optional: ["level": level]),
    // (3.12)
    "multiformatMessageString": Shape(required: ["text": .text], optional: ["markdown": .text]),
    // (3.20)
    "invocation": Shape(
      required: ["executionSuccessful": .truth],
      optional: ["exitCode": .number(0), "workingDirectory": .object("artifactLocation")]),
    // (3.27)
    "result": Shape(
      required: ["message": .object("message")],
      optional: [
        "ruleId": .text, "ruleIndex": .number(0), "level": level,
        // (3.27.24)
        "baselineState": .word(["new", "unchanged", "updated", "absent"]),
        "locations": .list(.object("location"), isUnique: false),
        "relatedLocations": .list(.object("location"), isUnique: true),
        "partialFingerprints": .map(.text), "properties": .object("propertyBag"),
      ]),
    // (3.8): any members; these are the program's own.
    "propertyBag": Shape(
      required: [:], optional: ["arguments": .list(.object("argument"), isUnique: false)]),
    "argument": Shape(required: ["name": .text, "value": .text]),
    // (3.11): a text is there as nothing else is looked up.
    "message": Shape(required: ["text": .text]),
    // (3.28)
    "location": Shape(
      required: [:],
      optional: [
        "id": .number(0), "physicalLocation": .object("physicalLocation"),
        "logicalLocations": .list(.object("logicalLocation"), isUnique: true),
        "message": .object("message"),
      ]),
    // (3.29)
    "physicalLocation": Shape(
      required: ["artifactLocation": .object("artifactLocation")],
      optional: ["region": .object("region")]),
    // (3.4)
    "artifactLocation": Shape(required: ["uri": .text], optional: ["uriBaseId": .text]),
    // (3.30.5): lines are counted from one.
    "region": Shape(required: ["startLine": .number(1)]),
    // (3.33)
    "logicalLocation": Shape(
      required: ["kind": .text], optional: ["name": .text, "fullyQualifiedName": .text]),
  ]

  /// The violations of the rule in a value, each with its path.
  static func violations(_ value: Any, _ rule: Rule, at path: String) -> [String] {
    switch rule {
    case .text:
      return value is String ? [] : ["\(path) is not a text"]
    case .word(let words):
      return (value as? String).map(words.contains) == true ? [] : ["\(path) is \(value)"]
    case .number(let least):
      guard let whole = value as? Int else { return ["\(path) is not a number"] }
      return whole >= least ? [] : ["\(path) is \(whole)"]
    case .truth:
      return value is Bool ? [] : ["\(path) is not a Boolean"]
    case .list(let element, let isUnique):
      guard let list = value as? [Any] else { return ["\(path) is not an array"] }
      let isRight = !isUnique || Set(list.map { "\($0)" }).count == list.count
      return (isRight ? [] : ["\(path) has equal elements"])
        + list.enumerated().flatMap { violations($1, element, at: "\(path)[\($0)]") }
    case .map(let element):
      guard let map = value as? [String: Any] else { return ["\(path) is not an object"] }
      return map.flatMap { violations($1, element, at: "\(path).\($0)") }
    case .object(let name):
      guard let object = value as? [String: Any], let shape = shapes[name] else {
        return ["\(path) is not an object"]
      }
      let missing = shape.required.keys.filter { object[$0] == nil }
      return missing.map { "\(path) lacks \($0)" }
        + object.flatMap { key, value -> [String] in
          guard let rule = shape.required[key] ?? shape.optional[key] else {
            return ["\(path) has \(key)"]
          }
          return violations(value, rule, at: "\(path).\(key)")
        }
    }
  }
}
