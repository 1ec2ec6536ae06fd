import CleansePluginHost

extension FindingBaseline {
  /// The baseline of all that was found.
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
  /// - Throws: A ``UsageError`` where there is none, or a ``HostFailure``.
  static func read(_ path: String, for command: String) throws -> FindingBaseline {
    let missing = UsageError(
      "there is no baseline \(path)", hints: ["`--update-baseline` writes it"], command: command)
    return try withDocument(for: command, missing: missing) { () throws(DocumentError) in
      try FindingBaseline(contentsOf: path)
    }
  }

  /// Makes sure that the file is about what was found.
  ///
  /// - Throws: A ``UsageError``: who named the file meant another one.
  func check(against combination: Combination, file: String, for command: String) throws {
    guard application == combination.application else {
      throw UsageError(
        "\(file) is a baseline of \(application), and this is \(combination.application)",
        hints: ["name that of this application"], command: command)
    }
    let found = combination.entries.compactMap(\.identifier)
    guard plugins.isEmpty || found.isEmpty || !Set(plugins).isDisjoint(with: found) else {
      throw UsageError(
        "\(file) is a baseline of other plugins: of \(Self.list(plugins)), none of which is here",
        hints: [
          "name that of these plugins; or, if they have all been replaced, remove it, and let "
            + "`--update-baseline` write it anew"
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
