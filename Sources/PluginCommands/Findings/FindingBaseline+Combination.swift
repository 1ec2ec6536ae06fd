import CleansePluginHost

extension FindingBaseline {
  /// The baseline of all findings of a combination.
  init(of combination: Combination) {
    let findings = zip(combination.findings, combination.identities)
    self.init(
      application: combination.application, plugins: combination.entries.compactMap(\.identifier),
      entries: findings.map { finding, identity in
        Entry(
          identity: identity.fingerprint, code: finding.code, severity: finding.severity,
          about: identity.about(finding))
      })
  }

  /// Reads the file that the command line names.
  ///
  /// - Throws: A ``UsageError`` if it does not exist, or a ``HostFailure``.
  static func read(_ path: String, for command: String) throws -> FindingBaseline {
    let missing = UsageError(
      "there is no baseline \(path)", hints: ["create it with `--update-baseline`"],
      command: command)
    return try withDocument(for: command, missing: missing) { () throws(DocumentError) in
      try FindingBaseline(contentsOf: path)
    }
  }

  /// Checks that the baseline is one of the same application and of some of the same plugins.
  ///
  /// - Throws: A ``UsageError`` if it is not, since the user probably meant another file.
  func check(against combination: Combination, file: String, for command: String) throws {
    guard application == combination.application else {
      throw UsageError(
        "\(file) is a baseline of \(application), not of \(combination.application)",
        hints: ["name the baseline of this application"], command: command)
    }
    let found = combination.entries.compactMap(\.identifier)
    guard plugins.isEmpty || found.isEmpty || !Set(plugins).isDisjoint(with: found) else {
      throw UsageError(
        "\(file) is a baseline of other plugins: \(Self.list(plugins)); none of them was found",
        hints: [
          "name the baseline of these plugins; if all of them were replaced, delete the file and "
            + "create it again with `--update-baseline`"
        ], command: command)
    }
  }

  private static func list(_ names: [String]) -> String {
    let further = names.count - 3
    return names.prefix(3).joined(separator: ", ") + (further > 0 ? " and \(further) more" : "")
  }
}

extension Combination {
  /// The name of the component that the plugins extend.
  var application: String { graph.components[0].name }
}
