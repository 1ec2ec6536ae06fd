import CCleanseProbe

/// The names of signals.
package enum SignalName {
  /// The name, such as `SIGSEGV`; `signal 40` for a signal without a name.
  package static func of(_ signal: Int32) -> String {
    // The text is a constant.
    guard let text = unsafe cprobe_signal_name(signal) else { return "signal \(signal)" }
    return unsafe "SIG\(String(cString: text))"
  }
}
