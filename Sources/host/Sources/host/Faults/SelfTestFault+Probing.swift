import ElfImages
import CleansePluginHost

extension SelfTestFault {
  /// The faults that are detected by running the plugin, in a process of its own.
  static let probed: [SelfTestFault] = [
    .plugin("configure-crash", "plugin/probe-crashed", code: .crashes),
    .plugin("configure-quick-exit", "plugin/probe-exited", code: .exits),
    .plugin("configure-hang", "plugin/probe-timeout", code: .hangs),
    .plugin("configure-odd-status", "plugin/configuration-error", code: .fails),
  ]
}
