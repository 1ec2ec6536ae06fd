/// What loading a file changes in the process, beyond its own memory.
struct LoadEffects: Hashable, Sendable {
  /// Whether the stacks of all threads become executable: `PT_GNU_STACK` requests it, or is missing.
  private(set) var hasExecutableStack = false
  /// Whether the dynamic linker has to make the file's code writable while it relocates it (`DT_TEXTREL`).
  private(set) var hasTextRelocations = false
  /// The size of the thread-local storage that must be in the static block, which has a fixed size.
  private(set) var staticStorage: UInt64 = 0
}

extension LoadEffects {
  init(of elf: borrowing ElfFile, _ dynamic: DynamicSection) {
    let flags = dynamic[.flags] ?? 0
    hasExecutableStack = Machine.host.hasExecutableStackByDefault
    for segment in elf.segments {
      if segment.kind == .stack { hasExecutableStack = segment.isExecutable }
      // The flag is `DF_STATIC_TLS`.
      if segment.kind == .threadLocal, flags & 0x10 != 0, elf.needsStaticStorage(dynamic) {
        staticStorage = segment.memorySize
      }
    }
    hasTextRelocations = dynamic[.textRelocations] != nil || flags & 4 != 0
  }
}
