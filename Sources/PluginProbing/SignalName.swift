import CProbe

/// What a signal is called.
enum SignalName {
  /// The name as in `SIGSEGV`; `signal 40` for one that has none.
  static func of(_ signal: Int32) -> String {
    // The text is a constant.
    guard let text = unsafe cprobe_signal_name(signal) else { return "signal \(signal)" }
    return unsafe "SIG\(String(cString: text))"
  }
}
