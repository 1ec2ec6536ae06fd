package import CleanseSupport

/// Why a process can't be confined.
package struct ConfinementError: Error, Hashable, CustomStringConvertible {
  package enum Code: Hashable, Sendable {
    /// A file that the confinement names can't be opened.
    case unopenable(FilePath)
    /// The filter of system calls can't be compiled.
    case filter
    /// The process has several threads, of which only one could be confined.
    case severalThreads
    /// The kernel refused a call. The process may be confined in part, and has to end.
    case refusedCall(String)
  }

  package let code: Code
  package let error: SystemError

  package init(_ code: Code, _ error: SystemError = .last) {
    self.error = error
    self.code = code
  }

  package var description: String {
    switch code {
    case .unopenable(let path): "can't open \(path.text.quoted) for a confinement: \(error)"
    case .filter: "can't compile the filter of system calls: \(error)"
    case .severalThreads: "can't confine a process that has several threads"
    case .refusedCall(let call): "can't confine the process: \(call): \(error)"
    }
  }
}
