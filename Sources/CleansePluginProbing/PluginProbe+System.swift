import CCleanseProbe
import CleanseConfinement
package import CleanseSupport
import Glibc

extension PluginProbe {
  /// What this system can't enforce of the sandbox, each as a clause.
  package static var sandboxGaps: [String] { ProbeSandbox.gaps().map { "\($0)" } }

  /// What this system enforces it with.
  package static var sandboxKernel: String {
    let kernel = ProbeSandbox.kernel
    return "Landlock \(kernel.landlockVersion), "
      + (kernel.announcesRefusals ? "seccomp with reports" : "seccomp without reports")
  }

  /// The first system call that the processes of a probe need and that the system lacks or forbids, with its error; nil if
  /// there is none. A call that only lacks descriptors or memory is not missing; the limit of descriptors is reported elsewhere.
  package static var missingCall: (name: String, error: SystemError)? {
    var number: Int32 = 0
    guard let name = unsafe cprobe_missing_call(&number),
      ![EMFILE, ENFILE, ENOMEM].contains(number)
    else { return nil }
    return (unsafe String(cString: name), SystemError(number: number))
  }
}
