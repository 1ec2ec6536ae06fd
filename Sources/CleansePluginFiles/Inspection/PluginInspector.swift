// This folder decides from its file alone whether a plugin can be used. `PluginInspector` opens a file, reads its note
// and its tables (ELF) and the libraries that it needs (Libraries), and returns an inspection with all defects. The
// validators then compare the inspected plugins with one another: identifiers, requirements, contracts.

import CleanseCrypto
public import CleansePluginMetadata
import CleanseSupport

/// Determines whether files can be used as plugins, without running any of their code.
///
/// Files are neither loaded nor mapped, so a damaged or malicious file can at most waste some time and memory.
/// The inspection can't determine what a plugin's code does when it runs.
public struct PluginInspector: Sendable {
  /// The stamp of the host.
  public let host: ABIStamp
  /// The recorded versions of the framework's ABI whose plugins the host can load.
  private let runs: [String]
  private let allowsSimilarCompiler: Bool
  /// Whether the digest of each file is computed, and not only where its stamp would not show a change.
  private let needsDigests: Bool
  /// The cached results for libraries that plugins need; copies of the inspector share them.
  package let libraries: LibraryCatalog

  /// Creates an inspector for a host with that stamp.
  ///
  /// It caches its results for the libraries that plugins need, so use one inspector for all files of a run,
  /// and a new one for the next run.
  public init(host: ABIStamp) {
    self.init(host: host, process: .current)
  }

  /// Creates an inspector for a host.
  ///
  /// - Parameters:
  ///   - other: A host to compare plugins with; nil for this one.
  ///   - allowsSimilarCompiler: Whether plugins of a compiler with the same major and minor version are accepted.
  ///   - needsDigests: Whether the digest of each file is that of the bytes that were inspected, as locks, signatures and cached
  ///     outcomes require.
  package init(
    _ other: OtherHost? = nil, allowsSimilarCompiler: Bool = false, needsDigests: Bool = true
  ) {
    self.init(
      host: other?.framework?.stamp ?? .host,
      running: other?.framework?.runs ?? ABIStamp.compatibleABIs,
      allowsSimilarCompiler: allowsSimilarCompiler, needsDigests: needsDigests,
      process: other?.process ?? .current)
  }

  /// Creates an inspector for another process.
  init(
    host: ABIStamp, running runs: [String] = ABIStamp.compatibleABIs,
    allowsSimilarCompiler: Bool = false, needsDigests: Bool = true, process: HostProcess
  ) {
    self.host = host
    self.runs = runs
    self.allowsSimilarCompiler = allowsSimilarCompiler
    self.needsDigests = needsDigests
    libraries = LibraryCatalog(process)
  }

  /// The maximum size of a plugin, in bytes.
  public static let sizeLimit = 256 << 20

  /// Inspects a file. All errors are findings in the result.
  public func inspect(_ file: PluginFile) -> PluginInspection {
    inspect(file, at: FileStamp.now())
  }

  /// - Parameter time: The present time, in nanoseconds since the beginning of 1970 (UTC).
  func inspect(_ file: PluginFile, at time: Int64) -> PluginInspection {
    let span = Trace.begin(.inspect, file.path)
    defer { span?.end() }
    var stamp: FileStamp?
    do throws(FileDefect) {
      let opened = try RegularFile(file)
      let isSettled = opened.stamp.isSettled(at: time)
      stamp = opened.stamp
      var inspection = try inspection(
        of: file, opened, leavingDigest: isSettled && !needsDigests)
      inspection.isSettled = isSettled
      return inspection
    } catch {
      return PluginInspection(
        file: file, outcome: .rejected(nil),
        diagnostics: [error.diagnostic(of: file, origin: nil)], fileStamp: stamp)
    }
  }

  /// The manifest of a plugin, whatever else is wrong with the file; nil if it can't be read. Only the headers and the
  /// note are read.
  package func manifest(of file: PluginFile) -> PluginManifest? {
    do throws(FileDefect) {
      let opened = try RegularFile(file)
      guard !(try isLinkerScript(opened)) else { return nil }
      guard let content = try note(of: try ElfFile(opened)) else { return nil }
      return try decoded(content).manifest
    } catch {
      return nil
    }
  }

  /// The headers and notes alone decide whether a file is a plugin. A plugin is then copied to memory and
  /// inspected again from the first byte, so that a file that changes meanwhile can't present different contents
  /// to different checks.
  private func inspection(
    of file: PluginFile, _ opened: consuming RegularFile, leavingDigest: Bool
  ) throws(FileDefect) -> PluginInspection {
    let stamp = opened.stamp
    guard !(try isLinkerScript(opened)) else {
      return PluginInspection(
        file: file, outcome: .notAPlugin("a linker script"), fileStamp: stamp)
    }
    let elf = try ElfFile(opened)
    try checkKind(of: elf)
    guard let content = try note(of: elf) else {
      let kind = try description(ofLibrary: elf)
      let contracts = LibraryContracts(elf, path: file.resolvedPath).provided
      var inspection = PluginInspection(
        file: file, outcome: .notAPlugin(contracts.isEmpty ? kind : "the library of a contract"),
        fileStamp: stamp)
      inspection.providedContracts = contracts
      return inspection
    }
    guard elf.file.size <= Self.sizeLimit else {
      return inspection(
        of: file, stamp, .missing, try decoded(content),
        PluginContents(.tooLarge(size: elf.file.size, limit: UInt64(Self.sizeLimit))))
    }
    if let bytes = elf.file.contents {
      let note = try decoded(content)
      return inspection(
        of: file, stamp, leavingDigest ? .left : .known(ContentDigest(of: bytes)), note,
        PluginContents(elf, path: file.resolvedPath, entryPoint: note.entryPoint))
    }
    var copy = elf.file
    try copy.copy()
    return try inspection(of: file, copy, leavingDigest: leavingDigest)
  }

  /// - Throws: The defect of a file that is neither a linker script nor an ELF file of this machine.
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

  /// The kind of a library without a note. Only a few bytes are read, because a system has many libraries; read
  /// errors are ignored.
  private func description(ofLibrary elf: borrowing ElfFile) throws(FileDefect) -> String {
    guard let dynamic = try? DynamicSection(of: elf) else { return PluginInspection.plain }
    if elf.isExecutable(dynamic) { throw .executable }
    guard !LibraryNeeds.include(EmbeddedFramework.library, of: elf, dynamic) else {
      return PluginInspection.unmarked
    }
    return hasEntryPoint(elf, dynamic) ? PluginInspection.unmarkedC : PluginInspection.plain
  }

  /// The size of a library up to which its symbols are read, in bytes: a larger one is hardly a plugin in C, and takes long.
  private static let symbolLimit: UInt64 = 1 << 20

  /// Whether a library defines the entry point of a plugin. One whose symbols can't be read does not.
  private func hasEntryPoint(_ elf: borrowing ElfFile, _ dynamic: DynamicSection) -> Bool {
    guard elf.file.size <= Self.symbolLimit else { return false }
    let name = Array(PluginNote.defaultEntryPoint.utf8) + [0]
    var isFound = false
    do throws(FileDefect) {
      let strings = try DynamicStrings(of: elf, dynamic)
      try DynamicSymbolTable(of: elf, dynamic).forEach(in: elf, strings) { symbol in
        if symbol.isDefined, strings.name(at: symbol.name, is: name) { isFound = true }
      }
    } catch {
      return false
    }
    return isFound
  }

  private func checkKind(of elf: borrowing ElfFile) throws(FileDefect) {
    switch elf.kind {
    case .shared: break
    case .executable: throw .executable
    case .relocatable: throw .objectFile
    case .core: throw .coreFile
    case nil: throw .malformedELF("its type is unknown")
    }
    guard !elf.segments.isEmpty else { throw .malformedELF("it has no program headers") }
  }

  private func note(of elf: borrowing ElfFile) throws(FileDefect) -> [UInt8]? {
    let notes = try elf.cleanseNotes().filter { $0.type == .plugin }
    guard notes.count < 2 else { throw .malformedNote("there is more than one") }
    return notes.first?.content
  }

  private func decoded(_ content: [UInt8]) throws(FileDefect) -> PluginNote {
    do throws(ManifestError) {
      return try PluginNote(elfDescription: content)
    } catch {
      let isSyntax = error.message.hasPrefix("is not JSON")
      let before = isSyntax ? JSONReader.textBeforeError(in: content) : nil
      throw .malformedManifest(
        error.clause + (before.map { ", after \($0.quoted)" } ?? ""))
    }
  }

  /// The inspection of a file with a valid note, with all of its defects.
  private func inspection(
    of file: PluginFile, _ stamp: FileStamp, _ digest: FileDigest, _ note: PluginNote,
    _ contents: PluginContents
  ) -> PluginInspection {
    let description = PluginDescription(
      file: file.path, manifest: note.manifest, stamp: note.stamp,
      neededLibraries: contents.needs.names, entry: note.entry,
      contracts: note.contracts + contents.usedContracts, sources: note.sources)
    let pathDefects = PathObstacle(to: file).map { [FileDefect.unusablePath($0)] } ?? []
    let runtimeDefects =
      EmbeddedSwiftRuntime.isContained(in: contents, of: note.stamp)
      ? [FileDefect.embeddedSwiftRuntime] : []
    var defects = pathDefects + contents.defects + runtimeDefects + stampDefects(note.stamp)
    let linkage = PluginLinkage(file, contents, libraries, defects: &defects)
    var inspection = PluginInspection(
      file: file,
      outcome: defects.isEmpty ? .plugin(description) : .rejected(description),
      diagnostics: defects.map { $0.diagnostic(of: file, origin: note.manifest.identifier) }
        + linkage.concerns.map { $0.diagnostic(of: file, origin: note.manifest.identifier) },
      fileStamp: stamp, digest: digest, linkage: linkage)
    inspection.providedContracts = contents.contracts
    return inspection
  }

  private func stampDefects(_ stamp: ABIStamp) -> [FileDefect] {
    var defects: [FileDefect] = []
    if stamp.abi != host.abi {
      defects.append(.abiMismatch(host: host.abi, plugin: stamp.abi))
    }
    let differences = StampDifference.between(
      host: host, running: runs, allowsSimilarCompiler: allowsSimilarCompiler, plugin: stamp)
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
