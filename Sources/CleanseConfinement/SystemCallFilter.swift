import CCleanseConfinement
import CCleanseSeccomp
import CleanseSupport
import Synchronization

/// A compiled filter of system calls. This is the only file that calls libseccomp.
struct SystemCallFilter: Sendable {
  let rules: SystemCallRules
  let instructions: [cconfinement_instruction]

  /// The filters that this process has compiled, which takes about 3 ms.
  private static let compiled = Mutex<[SystemCallRules: SystemCallFilter]>([:])

  static func compiled(for rules: SystemCallRules) throws(ConfinementError) -> SystemCallFilter {
    if let filter = compiled.withLock({ $0[rules] }) { return filter }
    let filter = try SystemCallFilter(rules)
    compiled.withLock { $0[rules] = filter }
    return filter
  }

  private init(_ rules: SystemCallRules) throws(ConfinementError) {
    self.rules = rules
    let program = try Self.exported(rules)
    let unknown = rules.onlyRecords ? [] : Self.answerToUnknownCalls(highest: program.highest)
    instructions = unknown + program.instructions
  }

  /// The name of a system call; nil if libseccomp knows none of this number.
  static func name(ofCall number: Int32) -> String? {
    guard let name = unsafe seccomp_syscall_resolve_num_arch(seccomp_arch_native(), number) else {
      return nil
    }
    defer { unsafe free(name) }
    return unsafe String(cString: name)
  }

  /// The number of a system call; nil if this processor has none of this name.
  static func number(ofCall name: String) -> Int32? {
    let number = unsafe seccomp_syscall_resolve_name(name)
    return number >= 0 ? number : nil
  }

  /// Compiles the rules. The default is the refusal, so that a call that no rule names is refused.
  private static func exported(
    _ rules: SystemCallRules
  ) throws(ConfinementError) -> (instructions: [cconfinement_instruction], highest: Int32) {
    let refusal = rules.announces ? announce : fail(EPERM)
    guard let context = unsafe seccomp_init(rules.onlyRecords ? allow : refusal) else {
      throw ConfinementError(.filter, SystemError(number: ENOMEM))
    }
    defer { unsafe seccomp_release(context) }
    // A binary tree: the kernel runs the filter for each number when it is installed, which takes a millisecond with a list.
    try check(unsafe seccomp_attr_set(context, SCMP_FLTATR_CTL_OPTIMIZE, 2))
    // Calls for 32-bit programs, and those with the x32 bit. (seccomp_attr_set(3).)
    let others = rules.onlyRecords ? allow : fail(ENOSYS)
    try check(unsafe seccomp_attr_set(context, SCMP_FLTATR_ACT_BADARCH, others))
    var highest: Int32 = 0
    for rule in rules.rules {
      guard let number = number(ofCall: rule.call) else { continue }
      highest = max(highest, number)
      unsafe try add(rule, number, to: context)
    }
    return (unsafe try exported(context), highest)
  }

  private static func add(
    _ rule: SystemCallRule, _ number: Int32, to context: scmp_filter_ctx
  ) throws(ConfinementError) {
    let action =
      switch rule.action {
      case .allow: allow
      case .unknown: fail(ENOSYS)
      case .announce: announce
      }
    let comparisons = rule.arguments.map(comparison)
    try check(
      unsafe seccomp_rule_add_array(
        context, action, number, UInt32(comparisons.count), comparisons))
  }

  private static func comparison(_ argument: SystemCallRule.Argument) -> scmp_arg_cmp {
    argument.differs
      ? scmp_arg_cmp(
        arg: UInt32(argument.index), op: SCMP_CMP_NE, datum_a: argument.value, datum_b: 0)
      : scmp_arg_cmp(
        arg: UInt32(argument.index), op: SCMP_CMP_MASKED_EQ, datum_a: argument.mask,
        datum_b: argument.value)
  }

  private static func exported(
    _ context: scmp_filter_ctx
  ) throws(ConfinementError) -> [cconfinement_instruction] {
    let file = cconfinement_memory_file()
    guard file >= 0 else { throw ConfinementError(.filter) }
    defer { close(file) }
    try check(unsafe seccomp_export_bpf(context, file))
    let size = MemoryLayout<cconfinement_instruction>.stride
    let count = Int(lseek(file, 0, SEEK_CUR)) / size
    var instructions = [cconfinement_instruction](repeating: .init(), count: count)
    // In bounds: the array has `count` elements.
    guard unsafe pread(file, &instructions, count * size, 0) == count * size else {
      throw ConfinementError(.filter)
    }
    return instructions
  }

  /// Answers ENOSYS to calls that are newer than the rules: C libraries use older ones only after this error.
  ///
  /// The rest of the program examines the architecture. The codes are those of BPF_LD | BPF_W | BPF_ABS, BPF_JMP | BPF_JGT
  /// and BPF_RET, which the C library's module map lacks.
  private static func answerToUnknownCalls(highest: Int32) -> [cconfinement_instruction] {
    return [
      .init(code: 0x20, jump_if_true: 0, jump_if_false: 0, operand: 0),
      .init(
        code: 0x25, jump_if_true: 0, jump_if_false: 1, operand: UInt32(highest)),
      .init(code: 0x06, jump_if_true: 0, jump_if_false: 0, operand: fail(ENOSYS)),
    ]
  }

  private static let allow = UInt32(0x7FFF_0000)
  private static let announce = UInt32(0x7FC0_0000)

  /// SCMP_ACT_ERRNO of seccomp_init(3), a macro with an argument.
  private static func fail(_ error: Int32) -> UInt32 { 0x0005_0000 | UInt32(error) }

  private static func check(_ result: Int32) throws(ConfinementError) {
    guard result == 0 else { throw ConfinementError(.filter, SystemError(number: -result)) }
  }
}
