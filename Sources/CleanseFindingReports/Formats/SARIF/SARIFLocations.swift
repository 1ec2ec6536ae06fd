import CleanseSupport
import CleanseGraphAnalysis
import CleanseGraph

/// Creates the locations of a log.
struct SARIFLocations {
  let paths: SourcePaths
  /// The name of the base of relative URIs.
  let base: String

  /// The location of a finding: in a source; else the file of the subject that it is about or comes from;
  /// else the fallback of the report. Consumers require a location, so there always is one.
  func location(of finding: ReportedFinding, in report: FindingReport) -> SARIFLog.Location {
    let diagnostic = finding.diagnostic
    var names = logical(diagnostic.provenance)
    if let key = finding.key {
      names.insert(SARIFLog.LogicalLocation(name: PlainText.escaped(key), kind: "type"), at: 0)
    }
    return SARIFLog.Location(
      physicalLocation: diagnostic.location.map(physical)
        ?? physical(file: report.file(of: finding) ?? report.fallbackFile),
      logicalLocations: names.isEmpty ? nil : names)
  }

  /// The location of a note.
  func location(of note: Diagnostic.Note, id: Int) -> SARIFLog.Location {
    let names = logical(note.provenance)
    let message = note.escaped.message
    return SARIFLog.Location(
      id: id, physicalLocation: note.location.map(physical) ?? physical(file: "."),
      logicalLocations: names.isEmpty ? nil : names,
      message: SARIFLog.Text(text: SARIFText.literal(message)))
  }

  private func physical(_ location: SourceLocation) -> SARIFLog.PhysicalLocation {
    SARIFLog.PhysicalLocation(
      artifactLocation: artifact(paths.path(of: location)),
      // A C plugin may pass any number.
      region: location.line < 1 ? nil : SARIFLog.Region(startLine: location.line))
  }

  private func physical(file: String) -> SARIFLog.PhysicalLocation {
    SARIFLog.PhysicalLocation(artifactLocation: artifact(paths.path(ofFile: file)), region: nil)
  }

  private func artifact(_ path: String) -> SARIFLog.ArtifactLocation {
    SARIFLog.ArtifactLocation(
      uri: URIReference.of(path: path), uriBaseId: FilePath(path).isAbsolute ? nil : base)
  }

  /// The provenance: the chain of modules, and the plugin.
  private func logical(_ provenance: Provenance?) -> [SARIFLog.LogicalLocation] {
    guard let provenance else { return [] }
    let modules = provenance.modules.map(PlainText.escaped).joined(separator: " > ")
    let origin = provenance.origin.map(PlainText.escaped)
    return (modules.isEmpty ? [] : [.init(fullyQualifiedName: modules, kind: "module")])
      + (origin.map { [.init(name: $0, kind: "plugin")] } ?? [])
  }
}
