import CleanseSupport
import FindingReports

extension Program {
  static var host: Program {
    Program(name: Tool.name, version: Version.text, help: "\(Tool.name) help")
  }
}
