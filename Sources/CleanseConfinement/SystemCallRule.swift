/// A rule of a filter: a call that is allowed, or one that the process has to take for unknown.
struct SystemCallRule {
  /// What the bits of an argument have to be.
  ///
  /// Only bits that the kernel reads may be tested: the upper half of a register with an `int` is arbitrary.
  struct Argument {
    let index: Int
    let mask: UInt64
    let value: UInt64

    init(_ index: Int, mask: UInt64 = 0xFFFF_FFFF, equals value: UInt64) {
      self.index = index
      self.mask = mask
      self.value = value
    }

    /// Whether a call with these arguments fulfils it.
    func accepts(_ arguments: [UInt64]) -> Bool { arguments[index] & mask == value }
  }

  /// The name of the call, which not every processor has.
  let call: String
  /// What all has to hold of its arguments.
  let arguments: [Argument]
  let isKnown: Bool

  /// Allows a call if all of this holds of its arguments.
  static func allow(_ call: String, _ arguments: Argument...) -> SystemCallRule {
    SystemCallRule(call: call, arguments: arguments, isKnown: true)
  }

  /// Answers ENOSYS to a call.
  static func unknown(_ call: String) -> SystemCallRule {
    SystemCallRule(call: call, arguments: [], isKnown: false)
  }
}
