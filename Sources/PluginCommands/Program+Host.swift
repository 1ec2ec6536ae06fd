import FindingReports

extension Program {
  static let host = Program(name: "host", version: Version.text, help: "host help")
}
