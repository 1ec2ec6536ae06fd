/// The machine code of an entry point that does one thing.
public struct MachineCode: Equatable, Sendable {
  /// In the machine's byte order, which is little-endian.
  public let bytes: [UInt8]

  #if arch(x86_64)
    /// Returns `CLEANSE_OK`: `xor eax, eax; ret`.
    public static let succeeds = MachineCode(bytes: [0x31, 0xC0, 0xC3])
    /// Returns `CLEANSE_FAILED`: `mov eax, 1; ret`.
    public static let fails = MachineCode(bytes: [0xB8, 1, 0, 0, 0, 0xC3])
    /// Executes an invalid instruction: `ud2`.
    public static let crashes = MachineCode(bytes: [0x0F, 0x0B])
    /// Never returns, and uses no processor: `mov eax, 34; syscall; jmp` to the start (`pause`).
    public static let hangs = MachineCode(bytes: [0xB8, 34, 0, 0, 0, 0x0F, 0x05, 0xEB, 0xF7])
    /// Exits the process with status 0: `xor edi, edi; mov eax, 231; syscall` (`exit_group`).
    public static let exits = MachineCode(bytes: [0x31, 0xFF, 0xB8, 231, 0, 0, 0, 0x0F, 0x05])
  #elseif arch(arm64)
    /// Returns `CLEANSE_OK`: `mov w0, #0; ret`.
    public static let succeeds = MachineCode(words: 0x5280_0000, 0xD65F_03C0)
    /// Returns `CLEANSE_FAILED`: `mov w0, #1; ret`.
    public static let fails = MachineCode(words: 0x5280_0020, 0xD65F_03C0)
    /// Executes an invalid instruction: `udf #0`.
    public static let crashes = MachineCode(words: 0)
    /// Never returns, and uses no processor: `mov` of 0 to `x0` to `x3`, `mov w8, #73; svc #0; b` to the start (`ppoll`).
    public static let hangs = MachineCode(
      words: 0xD280_0000, 0xD280_0001, 0xD280_0002, 0xD280_0003, 0x5280_0928, 0xD400_0001,
      0x17FF_FFFA)
    /// Exits the process with status 0: `mov w0, #0; mov w8, #94; svc #0` (`exit_group`).
    public static let exits = MachineCode(words: 0x5280_0000, 0x5280_0BC8, 0xD400_0001)

    private init(words: UInt32...) {
      bytes = words.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) } }
    }
  #else
    #error("write the machine's instructions here")
  #endif

  private init(bytes: [UInt8]) { self.bytes = bytes }
}

#if arch(x86_64)
  /// `e_machine` of the machine that this code runs on.
  let machineHere: UInt16 = 62
#elseif arch(arm64)
  /// `e_machine` of the machine that this code runs on.
  let machineHere: UInt16 = 183
#endif
