import CCleanseProbe
package import CleanseSupport
import Glibc

extension PluginProbe {
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
