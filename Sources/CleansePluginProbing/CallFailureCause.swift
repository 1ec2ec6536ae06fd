import CleanseSupport
import Glibc

/// The likely cause of a failure while a function of a plugin is called as a test. A suggested fix must fit what happened, so
/// each failure has its own.
enum CallFailureCause {
  /// An exception of C++ or a panic of Rust left a function that must not throw.
  case exception
  /// The process ended in `free`.
  case release
  /// The function ended the process.
  case exit
  /// The function did not return.
  case endless
  /// The function exceeded a limit, or disturbed the host.
  case misbehaviour
  /// A crash of another kind.
  case crash

  init(_ outcome: ProbeOutcome) {
    switch outcome.ending {
    case .exited: self = .exit
    case .overdue: self = .endless
    case .crashed(SIGXCPU, _): self = .endless
    case .crashed(let signal, let report) where signal != SIGXFSZ:
      let output = String(decoding: outcome.output, as: UTF8.self)
      if Self.exceptionMarks.contains(where: output.contains) {
        self = .exception
      } else if report?.frames.contains(where: { Self.releases.contains($0.symbol) }) ?? false {
        self = .release
      } else {
        self = .crash
      }
    default: self = .misbehaviour
    }
  }

  /// What the runtimes print: those of C++ of GCC and of LLVM, that of Rust, and `ForeignBinding.end`.
  private static let exceptionMarks = [
    "terminate called", "libc++abi: terminating", "panicked at", "its signature has no `throws`",
  ]
  /// The functions of the C library that find a pointer which can't be released.
  private static let releases: Set<String> = ["free", "cfree", "__libc_free", "realloc"]

  /// - Parameter signature: That of the function in C; nil for a factory in Swift.
  func fix(of signature: String?) -> String {
    let function = signature == nil ? "factory" : "function"
    return switch self {
    case .exit: "return from the \(function) instead of ending the process"
    case .endless:
      "return from the \(function) sooner: what takes long is the work of a command or a service"
    case .misbehaviour: "fix the \(function)"
    case .exception, .release, .crash: signature.map(fix(ofC:)) ?? "fix the \(function)"
    }
  }

  private func fix(ofC signature: String) -> String {
    switch self {
    case .exception:
      "let no exception or panic leave the function"
        + (signature.split(separator: " ").contains("throws")
          ? ""
          : "; or in C++, write `throws` in its signature, and a `cleanse_error *` as its last parameter: "
            + "the host then reports an exception as an error")
    case .release where signature.hasPrefix("owned "):
      "return memory from `malloc` that is freed nowhere else, as the host calls `free` on a result that is `owned`; "
        + "or remove `owned` from the signature"
    case .release:
      "free only what comes from `malloc`, and once: check the function, the one that CLEANSE_HANDLE names, and `destroy`"
    default:
      "check that the parameters of the function match its signature, followed by a `cleanse_error *` if that says "
        + "`throws`; if they do, fix the function"
    }
  }
}
