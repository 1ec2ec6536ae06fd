package import CleanseSupport

/// What a confined process tried and was refused. It is for messages: the process can make up the paths.
package enum Refusal: Hashable, Sendable, Codable, CustomStringConvertible {
  /// It tried to create a socket.
  case socket(family: Int32, type: Int32)
  /// It tried to open a file for writing, or to create one.
  case write(FilePath?)
  /// It tried to remove or to rename a file.
  case removal(FilePath?)
  /// It tried to execute a program.
  case execution(FilePath?)
  /// It tried to send a signal. A negative number names a group of processes. (kill(2).)
  case signal(Int32, process: Int32)
  /// It made another system call.
  case call(String)

  package enum Kind: Hashable, Sendable, CustomStringConvertible {
    case socket, write, removal, execution, signal, call

    /// What it is, as in "attempts to …".
    package var description: String {
      switch self {
      case .socket: "open sockets"
      case .write: "write to files"
      case .removal: "remove or rename files"
      case .execution: "execute programs"
      case .signal: "send signals"
      case .call: "make other system calls"
      }
    }
  }

  package var kind: Kind {
    switch self {
    case .socket: .socket
    case .write: .write
    case .removal: .removal
    case .execution: .execution
    case .signal: .signal
    case .call: .call
    }
  }

  /// What it tried, as in "tried to …".
  package var description: String {
    switch self {
    case .socket(let family, let type): "open \(SocketKind(family: family, type: type))"
    case .write(let path): "write to \(Self.name(path, "a file"))"
    case .removal(let path): "remove or rename \(Self.name(path, "a file"))"
    case .execution(let path): "execute \(Self.name(path, "a program"))"
    case .signal(let number, let process):
      process > 0
        ? "send signal \(number) to process \(process)" : "send signal \(number) to other processes"
    case .call(let name): "make the system call \(name.quoted)"
    }
  }

  private static func name(_ path: FilePath?, _ unknown: String) -> String {
    // Longer than a quoted text: where a path leads is at its end, and the beginning can be that of a private copy.
    path.map { "`\($0.text.printable)`" } ?? unknown
  }
}
