/// The processor architecture of an ELF file.
package struct Machine: Equatable, CustomStringConvertible {
  /// `e_machine` of the ELF header.
  package let number: UInt16

  /// The machine that this code runs on.
  package static let host: Machine = {
    #if arch(x86_64)
      Machine(number: 62)
    #elseif arch(arm64)
      Machine(number: 183)
    #else
      #error("add the machine's number, and check class and byte order below")
    #endif
  }()

  /// Whether the dynamic linker makes the stacks executable for a file that does not say whether it needs that.
  /// (`DEFAULT_STACK_PERMS` in glibc's `sysdeps/*/stackinfo.h`.)
  var hasExecutableStackByDefault: Bool { number == 62 }

  /// The host's word size. All machines above are 64-bit and little-endian.
  var bits: Int { 64 }

  /// The architecture's name as in a stamp, for the usual architectures of Linux.
  package var description: String {
    switch number {
    case 3: "i386"
    case 8: "mips"
    case 20: "powerpc"
    case 21: "powerpc64"
    case 22: "s390x"
    case 40: "arm"
    case 62: "x86_64"
    case 183: "aarch64"
    case 243: "riscv"
    case 258: "loongarch"
    default: "machine number \(number)"
    }
  }
}
