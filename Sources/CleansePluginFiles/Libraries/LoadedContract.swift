/// A contract in Swift that a library provides, in this process or for it, as plugins are compiled against it.
package struct LoadedContract: Hashable, Sendable {
  package let contract: ProvidedContract
  /// The names of the Swift modules whose protocols the library defines. The generated file of each contract has one.
  package let modules: Set<String>

  package init(_ contract: ProvidedContract, modules: Set<String>) {
    (self.contract, self.modules) = (contract, modules)
  }

  /// The contracts of the libraries that are loaded now, in the order of the dynamic linker.
  package static func all() -> [LoadedContract] {
    LoadedObject.all().dropFirst().flatMap { of($0.path) }
  }

  /// The identifiers of these contracts.
  package static var identifiers: Set<String> { Set(all().map(\.contract.identifier)) }

  /// The contracts of a library; none of a file that can't be read.
  package static func of(_ path: String) -> [LoadedContract] {
    let provided = LibraryContracts(path).provided
    guard !provided.isEmpty, let elf = try? LibraryCatalog.open(path) else { return [] }
    var modules: Set<String> = []
    _ = elf.forEachDefinition { name in
      if let module = module(ofProtocol: name) { modules.insert(module) }
    }
    return provided.map { LoadedContract($0, modules: modules) }
  }

  /// The module of a protocol's descriptor: `$s`, the module's name after its length, the protocol's name, `Mp`. (Swift's
  /// `docs/ABI/Mangling.rst`.) Nil for any other symbol, and for a protocol of the standard library.
  static func module(ofProtocol symbol: some Collection<UInt8>) -> String? {
    guard symbol.starts(with: "$s".utf8), symbol.suffix(2).elementsEqual("Mp".utf8) else {
      return nil
    }
    let rest = symbol.dropFirst(2).dropLast(2)
    let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    guard let length = Int(String(decoding: digits, as: UTF8.self)), length > 0,
      rest.count - digits.count > length
    else { return nil }
    return String(decoding: rest.dropFirst(digits.count).prefix(length), as: UTF8.self)
  }
}
