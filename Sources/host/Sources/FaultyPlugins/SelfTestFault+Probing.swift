import ElfImages
import CleansePluginHost

extension SelfTestFault {
  /// Those that are found by running them, in a process of their own.
  static let probed: [SelfTestFault] = [
    .plugin("configure-crash", "plugin/probe-crashed", code: .crashes),
    .plugin("configure-quick-exit", "plugin/probe-exited", code: .exits),
    .plugin("configure-hang", "plugin/probe-timeout", code: .hangs),
    .plugin("configure-odd-status", "plugin/configuration-error", code: .fails),
  ]
}
