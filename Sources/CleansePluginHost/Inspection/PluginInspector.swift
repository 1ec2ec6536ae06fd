import Cleanse
public import PluginManifest

/// Finds out what a file is and whether it can be used as a plugin, without running any of it.
///
/// Nothing is loaded or mapped, so a file that is damaged or made to harm can waste some time and
/// memory at most. What the inspection can't tell is what the code does once it runs.
public struct PluginInspector: Sendable {
  /// What the host itself was built with.
  public let host: ABIStamp

  /// An inspector for a host that was built with what the stamp says.
  public init(host: ABIStamp) {
    self.host = host
  }

  /// The largest file that is looked at once its note says that it is a plugin, in bytes.
  public static let sizeLimit = 256 << 20

  /// Inspects one file. All findings are in the result; it is never an error of the inspection.
  public func inspect(_ file: PluginFile) -> PluginInspection {
    do throws(FileDefect) {
      return try verdict(on: file)
    } catch {
      return PluginInspection(
        file: file, verdict: .rejected(nil),
        diagnostics: [error.diagnostic(of: file, origin: nil)])
    }
  }

  private func verdict(on file: PluginFile) throws(FileDefect) -> PluginInspection {
    let opened = try RegularFile(file)
    let sample = FileExtent(offset: 0, count: opened.size, within: opened.size)?
      .prefix(LinkerScript.sampleSize)
    let head = if let sample { try opened.bytes(in: sample) } else { [UInt8]() }
    if LinkerScript.matches(head) {
      return PluginInspection(file: file, verdict: .notAPlugin("a linker script"))
    }
    try ElfIdentification.check(head, size: opened.size)
    let elf = try ElfFile(opened)
    try checkKind(of: elf)
    guard let content = try note(of: elf) else {
      if (try? DynamicSection(of: elf)).map({ elf.isExecutable($0) }) == true {
        throw .executable
      }
      let reason =
        needsFramework(elf)
        ? PluginInspection.unmarked : "a shared library without a Cleanse note"
      return PluginInspection(file: file, verdict: .notAPlugin(reason))
    }
    return inspection(of: file, elf, try decoded(content))
  }

  /// Whether a library that is no plugin needs the framework's one. Where that can't be read, it does
  /// not matter; and symbols are not looked at, because a system has many libraries.
  private func needsFramework(_ elf: borrowing ElfFile) -> Bool {
    guard elf.file.size <= Self.sizeLimit, let dynamic = try? DynamicSection(of: elf),
      let strings = try? DynamicStrings(of: elf, dynamic),
      let needed = try? NeededLibraries.read(dynamic, strings)
    else { return false }
    return needed.contains(EmbeddedFramework.library)
  }

  private func checkKind(of elf: borrowing ElfFile) throws(FileDefect) {
    switch elf.kind {
    case .shared: break
    case .executable: throw .executable
    case .relocatable: throw .objectFile
    case .core: throw .coreFile
    case nil: throw .malformedELF("its type does not exist")
    }
    guard !elf.segments.isEmpty else { throw .malformedELF("it has no program headers") }
  }

  private func note(of elf: borrowing ElfFile) throws(FileDefect) -> [UInt8]? {
    var content: [UInt8]?
    var budget = NoteSegment.sizeLimit
    for segment in elf.segments where segment.kind == .note {
      let extent = try segment.extent(within: elf.file.size).prefix(budget)
      budget -= extent.count
      for found in try NoteSegment.contents(of: elf.file.bytes(in: extent)) {
        guard content == nil else { throw .malformedNote("there is more than one") }
        content = found
      }
    }
    return content
  }

  private func decoded(_ content: [UInt8]) throws(FileDefect) -> PluginNote {
    do throws(ManifestError) {
      return try PluginNote(json: content)
    } catch {
      throw .malformedManifest(error.description)
    }
  }

  /// All that is wrong with a file that says it is a plugin.
  private func inspection(
    of file: PluginFile, _ elf: borrowing ElfFile, _ note: PluginNote
  ) -> PluginInspection {
    let contents = PluginContents(elf)
    let description = PluginDescription(
      file: file.path, manifest: note.manifest, stamp: note.stamp,
      neededLibraries: contents.neededLibraries)
    // The dynamic linker expands `$ORIGIN`, `$LIB` and `$PLATFORM` in whatever it is to load.
    let pathDefects =
      file.resolvedPath.utf8.contains(UInt8(ascii: "$")) ? [FileDefect.unusablePath] : []
    let defects = pathDefects + contents.defects + stampDefects(note.stamp)
    return PluginInspection(
      file: file,
      verdict: defects.isEmpty ? .plugin(description) : .rejected(description),
      diagnostics: defects.map { $0.diagnostic(of: file, origin: note.manifest.identifier) })
  }

  private func stampDefects(_ stamp: ABIStamp) -> [FileDefect] {
    var defects: [FileDefect] = []
    if stamp.abi != host.abi {
      defects.append(.abiMismatch(host: host.abi, plugin: stamp.abi))
    }
    let differences = StampDifference.between(host: host, plugin: stamp)
    if !differences.isEmpty {
      let isSwift = stamp.language == "swift"
      let toolchain = FileDefect.Toolchain(
        framework: isSwift ? host.framework : nil, compiler: isSwift ? host.compiler : nil,
        architecture: host.architecture)
      defects.append(.stampMismatch(differences, rebuildWith: toolchain))
    }
    return defects
  }
}
