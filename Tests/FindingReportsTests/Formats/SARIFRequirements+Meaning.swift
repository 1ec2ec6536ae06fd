import Foundation

extension SARIFRequirements {
  /// The violations in a log, of the schema and of the text of the standard.
  static func violations(of log: String) -> [String] {
    guard let value = try? JSONSerialization.jsonObject(with: Data(log.utf8)) else {
      return ["no JSON"]
    }
    let found = violations(value, .object("sarifLog"), at: "log")
    guard found.isEmpty, let object = value as? [String: Any] else { return found }
    return array(object["runs"]).flatMap(violations(ofRun:))
  }

  private static func array(_ value: Any?) -> [[String: Any]] { value as? [[String: Any]] ?? [] }

  private static func violations(ofRun run: [String: Any]) -> [String] {
    let driver = (run["tool"] as? [String: Any])?["driver"] as? [String: Any]
    let rules = array(driver?["rules"])
    let bases = run["originalUriBaseIds"] as? [String: [String: Any]] ?? [:]
    var found = array(run["results"]).flatMap { violations(ofResult: $0, rules) }
    // (3.14.14): a base is absolute, and ends with a slash.
    for (name, base) in bases {
      let uri = base["uri"] as? String ?? ""
      if !uri.hasPrefix("file:///") || !uri.hasSuffix("/") {
        found.append("base \(name) is \(uri)")
      }
    }
    found += artifacts(in: run).flatMap { violations(ofArtifact: $0, bases: Set(bases.keys)) }
    found += texts(in: run).filter { !hasDoubledBraces($0) }.map { "braces in \($0)" }
    return found
  }

  private static func violations(
    ofResult result: [String: Any], _ rules: [[String: Any]]
  ) -> [String] {
    var found: [String] = []
    // (3.27.5, 3.27.6): the index and the identifier name the same rule.
    let index = result["ruleIndex"] as? Int ?? -1
    if !rules.indices.contains(index)
      || rules[index]["id"] as? String != result["ruleId"] as? String
    {
      found.append("rule \(index) is not \(result["ruleId"] ?? "")")
    }
    // (3.28.2): identifiers are unique within the result.
    let related = array(result["relatedLocations"])
    let ids = related.compactMap { $0["id"] as? Int }
    if ids.count != related.count || Set(ids).count != ids.count { found.append("ids \(ids)") }
    // (3.11.6): a link leads to a related location.
    let text = (result["message"] as? [String: Any])?["text"] as? String ?? ""
    let destinations = links(in: text)
    if destinations.sorted() != ids.map({ "\($0)" }).sorted() {
      found.append("links \(destinations) of \(ids)")
    }
    // (3.27.17): the name of a fingerprint has its version.
    for name in (result["partialFingerprints"] as? [String: String] ?? [:]).keys
    where name.firstMatch(of: /\/v[0-9]+$/) == nil {
      found.append("fingerprint \(name)")
    }
    // Viewers require a location in a file.
    let locations = array(result["locations"])
    if locations.count != 1 || locations[0]["physicalLocation"] == nil {
      found.append("no location")
    }
    return found
  }

  /// (3.4.3, 3.4.4): a URI of RFC 3986, and a base for exactly the relative ones; none leads upwards.
  private static func violations(
    ofArtifact artifact: [String: Any], bases: Set<String>
  ) -> [String] {
    let uri = artifact["uri"] as? String ?? ""
    let base = artifact["uriBaseId"] as? String
    let isAbsolute = uri.hasPrefix("file:///")
    let segment = /(?:[A-Za-z0-9\-._~!$&'()*+,;=@]|%[0-9A-F]{2})*/
    let path = isAbsolute ? uri.dropFirst("file:///".count) : uri[...]
    let segments = path.split(separator: "/", omittingEmptySubsequences: false)
    var found: [String] = []
    if segments.contains(where: { $0.wholeMatch(of: segment) == nil || $0 == ".." }) {
      found.append("uri \(uri)")
    }
    if segments.dropLast().contains(""), !uri.isEmpty { found.append("empty segment in \(uri)") }
    if uri.isEmpty || isAbsolute != (base == nil) {
      found.append("uri \(uri) with base \(base ?? "")")
    }
    if let base, !bases.contains(base) { found.append("base \(base)") }
    return found
  }

  /// All objects with a `uri` in them.
  private static func artifacts(in value: Any) -> [[String: Any]] {
    if let list = value as? [Any] { return list.flatMap(artifacts) }
    guard let object = value as? [String: Any] else { return [] }
    return object["uri"] == nil ? object.values.flatMap(artifacts) : [object]
  }

  /// All texts in messages (3.11.8, 3.12.3).
  private static func texts(in value: Any) -> [String] {
    if let list = value as? [Any] { return list.flatMap(texts) }
    guard let object = value as? [String: Any] else { return [] }
    return object.flatMap { key, value -> [String] in
      if let text = value as? String { return ["text", "markdown"].contains(key) ? [text] : [] }
      return texts(in: value)
    }
  }

  /// (3.11.5): a brace outside of a placeholder is doubled.
  private static func hasDoubledBraces(_ text: String) -> Bool {
    let rest = text.replacing("{{", with: "").replacing("}}", with: "")
    return !rest.contains("{") && !rest.contains("}")
  }

  /// The destinations of the embedded links, by the grammar of (3.11.6).
  private static func links(in text: String) -> [String] {
    text.matches(of: /\[(?:[^\[\]\\]|\\[\[\]\\])*\]\(([^)]*)\)/).map { String($0.1) }
  }
}
