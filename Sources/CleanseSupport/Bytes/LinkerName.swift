/// A name that the dynamic linker compares, such as a soname or a symbol.
package struct LinkerName: ByteText {
  package let bytes: [UInt8]

  package init(bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }
}
