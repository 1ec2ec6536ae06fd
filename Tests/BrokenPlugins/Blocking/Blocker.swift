import CleansePlugin
import Glibc

/// Waits for a file, removes it, and keeps all threads of tasks busy: `block` is for ever, a number is the seconds to compute.
struct Blocker: Service {
  private let trigger: String

  init(trigger: TaggedProvider<Options.Trigger>) {
    self.trigger = trigger.get()
  }

  func run() async throws {
    while true {
      if let text = text(), unsafe unlink(trigger) == 0 { keepBusy(Double(text)) }
      try await Task.sleep(for: .milliseconds(20))
    }
  }

  /// The contents of the file; nil if it is not there yet.
  private func text() -> String? {
    guard !trigger.isEmpty, let file = unsafe fopen(trigger, "r") else { return nil }
    defer { unsafe fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 16)
    let count = unsafe fread(&bytes, 1, bytes.count, file)
    return count == 0 ? nil : String(decoding: bytes[..<count], as: UTF8.self)
  }

  /// - Parameter seconds: How long to compute; nil to wait for ever.
  private func keepBusy(_ seconds: Double?) {
    let end = seconds.map { ContinuousClock.now + .seconds($0) }
    // More than there are processors, so that no thread is left.
    for _ in 0..<64 {
      Task.detached {
        guard let end else { while true { pause() } }
        while .now < end {}
      }
    }
  }
}
