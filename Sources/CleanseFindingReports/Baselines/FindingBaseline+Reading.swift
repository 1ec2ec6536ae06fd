import CleanseGraph
package import CleanseGraphAnalysis

extension FindingBaseline {
  /// The baseline of all findings of a run.
  package init(application: String, plugins: [String], findings: [IdentifiedFinding]) {
    self.init(
      application: application, plugins: plugins,
      entries: findings.map {
        Entry(
          identity: $0.fingerprint, code: $0.finding.code, severity: $0.finding.severity,
          about: $0.about)
      })
  }

  /// Checks that the baseline is one of the same application and of some of the same plugins.
  ///
  /// - Throws: A ``UsageError`` if it is not, since the user probably meant another file.
  func check(
    application found: String, plugins foundPlugins: [String], file: String, for command: String?
  ) throws(UsageError) {
    guard application == found else {
      throw UsageError(
        "\(file) is a baseline of \(application), not of \(found)",
        hints: ["name the baseline of this application"], command: command)
    }
    guard
      plugins.isEmpty || foundPlugins.isEmpty || !Set(plugins).isDisjoint(with: foundPlugins)
    else {
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
