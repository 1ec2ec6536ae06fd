package import CleanseSupport

/// What a process has used of the system beyond itself.
package enum Access: Hashable, Sendable {
  case reading(FilePath)
  /// Writing to a file, or, of a directory, creating and removing files in it.
  case writing(FilePath)
  case executing(FilePath)
  case connecting(port: UInt16)
  case binding(port: UInt16)
  /// Using datagrams, or listing the addresses of this machine.
  case resolvingNames
  /// Opening a socket for TCP, which is allowed with any port.
  case openingStream(Refusal)
  /// What no confinement allows.
  case other(Refusal)
}
