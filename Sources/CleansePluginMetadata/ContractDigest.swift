/// The digest of everything that decides the layout of the types of a contract's library.
package struct ContractDigest: CustomStringConvertible {
  private var fingerprint = Fingerprint()

  /// - Parameter conditions: The compilation conditions, in any order.
  package init(conditions: [String] = []) {
    for condition in conditions.sorted() { combine(condition.utf8) }
  }

  /// Adds a source file. The files of a module are added in the order of their paths.
  ///
  /// - Parameter path: The path relative to the directory of the module.
  package mutating func combine(_ path: some Sequence<UInt8>, _ contents: [UInt8]) {
    combine(path)
    combine(contents)
  }

  private mutating func combine(_ bytes: some Sequence<UInt8>) {
    fingerprint.combine(bytes)
    fingerprint.combine([0])
  }

  /// The digest, 16 hexadecimal digits.
  package var description: String { fingerprint.description }
}
