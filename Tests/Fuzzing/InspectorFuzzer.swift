import PluginMetadata
import Glibc

/// What libFuzzer calls with each input: inspects it as the file of a plugin.
///
/// This file is compiled together with the sources of the plugin host, so that the fuzzer sees which
/// ways an input takes through them; `scripts/fuzz-inspector` does that. A trap, a leak of memory and an
/// inspection that takes too long end the run, and so does a verdict that contradicts itself.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard unsafe FuzzedFile.write(UnsafeRawBufferPointer(start: bytes, count: count)) else {
    return -1
  }
  let inspection = FuzzedFile.inspector.inspect(PluginFile(path: FuzzedFile.path))
  let isRejected =
    if case .rejected = inspection.verdict { true } else { false }
  precondition(isRejected == !inspection.diagnostics.isEmpty, "a rejection has its reasons")
  precondition(
    EmbeddedContractValidator.validate([inspection, inspection], FuzzedFile.inspector.libraries)
      .count == 2)
  return 0
}

/// The one file that all inputs are written to, one after the other.
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
