import ElfImages
import CleansePluginHost
import CleanseSupport

/// A fault that a host makes by itself, to see whether it finds it.
struct SelfTestFault: Sendable {
  let name: String
  /// What has to be told; nothing for a file that nothing is wrong with.
  let expected: Diagnostic.Code?
  /// Makes the files.
  let make: @Sendable (inout FaultFolder) throws -> Void

  init(
    _ name: String, _ expected: Diagnostic.Code?,
    make: @escaping @Sendable (inout FaultFolder) throws -> Void
  ) {
    self.name = name
    self.expected = expected
    self.make = make
  }

  /// A file of these bytes.
  static func file(
    _ name: String, _ expected: Diagnostic.Code?, _ bytes: @escaping @Sendable () throws -> [UInt8]
  ) -> SelfTestFault {
    SelfTestFault(name, expected) { folder in try folder.write(bytes(), to: "\(name).so") }
  }

  /// A sound plugin with something changed before it is laid out.
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

  /// A sound plugin with something overwritten afterwards.
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

  /// A plugin that registers nothing, and that nothing else is wrong with.
  static func soundPlugin(
    _ name: String, code: MachineCode = .succeeds, stamp: ABIStamp = soundStamp
  ) throws -> ElfImage {
    let manifest = try PluginManifest(
      identifier: "org.cleanse.selftest.\(name)", version: SemanticVersion("1.0.0"),
      summary: "Made by host selftest", authors: ["Cleanse"],
      module: stamp.language == "swift" ? "Module" : nil)
    var image = ElfImage(note: try PluginNote(manifest: manifest, stamp: stamp).json())
    image.symbols = [ElfImage.Symbol(name: "cleanse_plugin_configure")]
    image.needed = []
    image.code = code
    return image
  }

  /// That of a plugin in another language, which this host takes.
  static let soundStamp = ABIStamp(
    abi: ABIStamp.host.abi, architecture: ABIStamp.host.architecture, language: "c")
}
