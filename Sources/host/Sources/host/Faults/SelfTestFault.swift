import ElfImages
import CleansePluginHost
import CleanseSupport
import CleansePluginCommands
import CleansePluginMetadata

/// A fault that a host creates to check that it detects it.
///
/// It needs no compiler, as the files are created byte by byte, so it shows on a user's machine whether this host can safely
/// inspect plugins there.
struct SelfTestFault: Sendable {
  let name: String
  /// The code that the host has to report; nil for a file without a fault.
  let expected: Diagnostic.Code?
  /// Creates the files.
  let make: @Sendable (inout FaultFolder) throws -> Void

  /// Creates all faults, one after the other, and inspects them.
  static func outcomes(in directory: String, through probe: PluginProbe) throws -> [FaultOutcome] {
    try (inspected + probed).map { fault in
      var folder = try FaultFolder(in: directory)
      try fault.make(&folder)
      let inspections = try PluginHost(directories: [folder.path]).examine(through: probe)
      let errors = inspections.flatMap(\.diagnostics).filter { $0.severity == .error }
      return FaultOutcome(
        fault: fault.name, expected: fault.expected,
        found: Set(errors.map(\.code)).sorted { $0.rawValue < $1.rawValue })
    }
  }

  init(
    _ name: String, _ expected: Diagnostic.Code?,
    make: @escaping @Sendable (inout FaultFolder) throws -> Void
  ) {
    self.name = name
    self.expected = expected
    self.make = make
  }

  /// A fault that is one file with these bytes.
  static func file(
    _ name: String, _ expected: Diagnostic.Code?, _ bytes: @escaping @Sendable () throws -> [UInt8]
  ) -> SelfTestFault {
    SelfTestFault(name, expected) { folder in try folder.write(bytes(), to: "\(name).so") }
  }

  /// A sound plugin that is changed before its layout is computed.
  static func plugin(
    _ name: String, _ expected: Diagnostic.Code?, code: MachineCode = .succeeds,
    stamp: ABIStamp = soundStamp, change: @escaping @Sendable (inout ElfImage) -> Void = { _ in }
  ) -> SelfTestFault {
    .file(name, expected) {
      var image = try soundPlugin(name, code: code, stamp: stamp)
      change(&image)
      return image.bytes
    }
  }

  /// A sound plugin with bytes that are overwritten after its layout is computed.
  static func damage(
    _ name: String, _ expected: Diagnostic.Code,
    damage: @escaping @Sendable (inout ElfImage.Layout) -> Void
  ) -> SelfTestFault {
    .file(name, expected) {
      var layout = try soundPlugin(name).layout
      damage(&layout)
      return layout.bytes
    }
  }

  /// A plugin that registers nothing and has no fault.
  static func soundPlugin(
    _ name: String, code: MachineCode = .succeeds, stamp: ABIStamp = soundStamp
  ) throws -> ElfImage {
    let manifest = try PluginManifest(
      identifier: "org.cleanse.selftest.\(name)", version: SemanticVersion("1.0.0"),
      summary: "Made by host doctor", authors: ["Cleanse"],
      module: stamp.language == "swift" ? "Module" : nil)
    var image = ElfImage(note: try PluginNote(manifest: manifest, stamp: stamp).json())
    image.symbols = [ElfImage.Symbol(name: "cleanse_plugin_configure")]
    image.needed = []
    image.code = code
    return image
  }

  /// The stamp of a C plugin, which this host accepts.
  static let soundStamp = ABIStamp(
    abi: ABIStamp.host.abi, architecture: ABIStamp.host.architecture, language: "c")
}
