/// The Swift file that makes the library of a contract have its note.
///
/// The build-tool plugin `CleanseContract` generates it in each build. A contract that others use by its URL can't depend on
/// that plugin, since it is in a package with a path; it has the file among its sources, as ``fileName``.
package struct ContractSource {
  /// The name of the file among the sources of a contract.
  package static let fileName = "ContractNote.swift"

  /// The beginning of the line that has the contract as JSON, for the builds of plugins.
  private static let mark = "// contract: "

  private let contract: Contract
  /// What has written the file, as a sentence.
  private let origin: String

  package init(_ contract: Contract, origin: String) {
    (self.contract, self.origin) = (contract, origin)
  }

  /// The file among the sources of a contract, which is under version control.
  package static func recorded(_ contract: Contract) -> ContractSource {
    ContractSource(
      contract,
      origin: "Written from contract.json by `swift package check-contract --record`")
  }

  /// Returns the contents of the file.
  ///
  /// - Throws: A ``ManifestError`` if the note would be too large.
  package func text() throws(ManifestError) -> String {
    """
    // swift-format-ignore-file
    // \(origin); changes are lost.
    \(Self.mark)\(String(decoding: try contract.json(), as: UTF8.self))

    #if _endian(big)
      #error("plugins are supported on little-endian processors only")
    #endif

    \(NoteDeclaration.text(of: try contract.elfNote(), named: "cleanseContractNote"))

    /// By the symbols of this protocol, a host recognises that the library is built with library evolution.
    public protocol _CleanseContract {
      func _isEvolving()
    }

    """
  }

  /// Returns the contract of such a file; nil if the file does not describe one.
  ///
  /// - Throws: A ``ManifestError`` if the description is malformed.
  package static func contract(in text: [UInt8]) throws(ManifestError) -> Contract? {
    let lines = text.split(separator: UInt8(ascii: "\n"))
    guard let line = lines.first(where: { $0.starts(with: mark.utf8) }) else { return nil }
    return try Contract(json: Array(line.dropFirst(mark.utf8.count)))
  }
}
