extension ElfFile {
  /// Whether the file accesses thread-local variables of its own at a fixed distance from the thread pointer, so that its
  /// storage must be in the static block.
  ///
  /// The flag `DF_STATIC_TLS` alone does not show this. The linker also sets it for variables of other files, such as those
  /// of the C library. Returns false if the tables can't be read, which is a defect of its own in a plugin.
  func needsStaticStorage(_ dynamic: DynamicSection) -> Bool {
    accessesOwnVariable(dynamic, in: .relocations, size: .relocationsSize)
      || accessesOwnVariable(dynamic, in: .procedureRelocations, size: .procedureRelocationsSize)
  }

  private func accessesOwnVariable(
    _ dynamic: DynamicSection, in table: DynamicSection.Tag, size: DynamicSection.Tag
  ) -> Bool {
    guard let address = dynamic[table], let size = dynamic[size], size % Relocation.size == 0,
      let extent = extent(at: address)?.part(at: 0, count: size)
    else { return false }
    let symbols = try? DynamicSymbolTable(of: self, dynamic)
    for part in extent.parts(of: 4096 * Relocation.size) {
      for relocation in (try? relocations(in: part)) ?? []
      where relocation.isThreadPointerOffset && isOwn(relocation.symbol, symbols) { return true }
    }
    return false
  }

  /// Whether a relocation with a symbol of this index refers to the file itself. The linker leaves out the symbol of a
  /// local variable.
  private func isOwn(_ symbol: UInt32, _ symbols: DynamicSymbolTable?) -> Bool {
    guard symbol != 0 else { return true }
    guard let symbols, UInt64(symbol) < symbols.count else { return false }
    return (try? symbols.symbol(at: symbol, in: self))?.isDefined == true
  }
}
