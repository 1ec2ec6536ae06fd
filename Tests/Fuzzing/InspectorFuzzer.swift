import CleanseGraph
import CleansePluginMetadata
import Glibc

/// The entry point of libFuzzer: inspects each input as the file of a plugin.
///
/// This file is compiled together with the sources of the plugin host, so that the fuzzer sees the paths
/// that an input takes through them; `scripts/fuzz-inspector` does that. A trap, a memory leak and an
/// inspection that takes too long end the run, and so does an outcome that contradicts itself.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard unsafe FuzzedFile.write(UnsafeRawBufferPointer(start: bytes, count: count)) else {
    return -1
  }
  let inspection = FuzzedFile.inspector.inspect(PluginFile(path: FuzzedFile.path))
  let isRejected =
    if case .rejected = inspection.outcome { true } else { false }
  precondition(
    isRejected == inspection.diagnostics.contains { $0.severity == .error },
    "a rejection has its reasons")
  precondition(
    EmbeddedContractValidator.validate([inspection, inspection], FuzzedFile.inspector.libraries)
      .count == 2)
  return 0
}

/// The file that all inputs are written to, one after another.
private enum FuzzedFile {
  static let inspector = PluginInspector(host: .host)
  static let path = "/dev/shm/cleanse-fuzz-\(getpid()).so"

  private static let descriptor: CInt = {
    atexit { unlink(FuzzedFile.path) }
    return open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
  }()

  static func write(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard ftruncate(descriptor, 0) == 0, bytes.count > 0 else { return bytes.isEmpty }
    return unsafe pwrite(descriptor, bytes.baseAddress, bytes.count, 0) == bytes.count
  }
}
