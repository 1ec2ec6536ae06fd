import CleanseCrypto
public import PluginMetadata
import CleanseSupport

/// Finds out what a file is and whether it can be used as a plugin, without running any of it.
///
/// Nothing is loaded or mapped, so a file that is damaged or made to harm can waste some time and
/// memory at most. What the inspection can't tell is what the code does once it runs.
public struct PluginInspector: Sendable {
  /// What the host itself was built with.
  public let host: ABIStamp
  /// What is known of the libraries that plugins need; copies of the inspector share it.
  package let libraries: LibraryCatalog

  /// An inspector for a host that was built with what the stamp says.
  ///
  /// It remembers what it has found out about libraries that plugins need, so use one inspector
  /// for all files of a run, and a new one for the next run.
  public init(host: ABIStamp) {
    self.init(host: host, process: .current)
  }

  /// An inspector for another process than this one.
  init(host: ABIStamp, process: HostProcess) {
    self.host = host
    libraries = LibraryCatalog(process)
  }

  /// The largest file that is looked at once its note says that it is a plugin, in bytes.
  public static let sizeLimit = 256 << 20

  /// Inspects one file. All findings are in the result; it is never an error of the inspection.
  public func inspect(_ file: PluginFile) -> PluginInspection {
    var stamp: FileStamp?
    do throws(FileDefect) {
      let opened = try RegularFile(file)
      stamp = opened.stamp
      return try inspection(of: file, opened)
    } catch {
      return PluginInspection(
        file: file, verdict: .rejected(nil),
        diagnostics: [error.diagnostic(of: file, origin: nil)], fileStamp: stamp)
    }
  }

  /// Whether a file is a plugin at all is told from its headers and notes alone. What is said of a
  /// plugin is then read, anew and from the first byte on, from a private copy: a file that changes
  /// meanwhile can't be one thing to one check, and another to the next.
  private func inspection(
    of file: PluginFile, _ opened: consuming RegularFile
  ) throws(FileDefect) -> PluginInspection {
    let stamp = opened.stamp
    guard !(try isLinkerScript(opened)) else {
      return PluginInspection(
        file: file, verdict: .notAPlugin("a linker script"), fileStamp: stamp)
    }
    let elf = try ElfFile(opened)
    try checkKind(of: elf)
    guard let content = try note(of: elf) else {
      return PluginInspection(
        file: file, verdict: .notAPlugin(try description(ofLibrary: elf)), fileStamp: stamp)
    }
    guard elf.file.size <= Self.sizeLimit else {
      let note = try decoded(content)
      return inspection(
        of: file, stamp, nil, note,
        PluginContents(.tooLarge(size: elf.file.size, limit: UInt64(Self.sizeLimit))))
    }
    if let bytes = elf.file.contents {
      return inspection(
        of: file, stamp, ContentDigest(of: bytes), try decoded(content), PluginContents(elf))
    }
    var copy = elf.file
    try copy.copy()
    return try inspection(of: file, copy)
  }

  /// - Throws: What keeps the file from being an ELF file of this machine, if it is no linker script.
  private func isLinkerScript(_ opened: borrowing RegularFile) throws(FileDefect) -> Bool {
    let all = FileExtent(offset: 0, count: opened.size, within: opened.size)
    guard let all else { return false }
    let head = Array(try opened.bytes(in: all.prefix(RegularFile.headSize)))
    if !ElfIdentification.isELF(head),
      LinkerScript.matches(try opened.bytes(in: all.prefix(LinkerScript.sampleSize)))
    {
      return true
    }
    try ElfIdentification.check(head, size: opened.size)
    return false
  }

  /// What a library is that has no note. Only a few bytes of it are looked at, as a system has many
  /// libraries; where they can't be read, it does not matter.
  private func description(ofLibrary elf: borrowing ElfFile) throws(FileDefect) -> String {
    let plain = "a shared library without a Cleanse note"
    guard let dynamic = try? DynamicSection(of: elf) else { return plain }
    if elf.isExecutable(dynamic) { throw .executable }
    return LibraryNeeds.include(EmbeddedFramework.library, of: elf, dynamic)
      ? PluginInspection.unmarked : plain
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
      for found in try NoteSegment.contents(of: Array(elf.file.bytes(in: extent))) {
        guard content == nil else { throw .malformedNote("there is more than one") }
        content = found
      }
    }
    return content
  }

  private func decoded(_ content: [UInt8]) throws(FileDefect) -> PluginNote {
    do throws(ManifestError) {
      return try PluginNote(elfDescription: content)
    } catch {
      throw .malformedManifest(error.description)
    }
  }

  /// All that is wrong with a file that says it is a plugin.
  private func inspection(
    of file: PluginFile, _ stamp: FileStamp, _ digest: ContentDigest?, _ note: PluginNote,
    _ contents: PluginContents
  ) -> PluginInspection {
    let description = PluginDescription(
      file: file.path, manifest: note.manifest, stamp: note.stamp,
      neededLibraries: contents.needs.names)
    // The dynamic linker expands `$ORIGIN`, `$LIB` and `$PLATFORM` in whatever it is to load.
    let pathDefects =
      file.resolvedPath.utf8.contains(UInt8(ascii: "$")) ? [FileDefect.unusablePath] : []
    var defects = pathDefects + contents.defects + stampDefects(note.stamp)
    let linkage = PluginLinkage(file, contents, libraries, defects: &defects)
    return PluginInspection(
      file: file,
      verdict: defects.isEmpty ? .plugin(description) : .rejected(description),
      diagnostics: defects.map { $0.diagnostic(of: file, origin: note.manifest.identifier) },
      fileStamp: stamp, digest: digest, linkage: linkage)
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
