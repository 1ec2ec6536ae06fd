/// A rule of a filter: what becomes of a call.
struct SystemCallRule {
  /// What the bits of an argument have to be.
  ///
  /// Only bits that the kernel reads may be tested: the upper half of a register with an `int` is arbitrary.
  struct Argument {
    let index: Int
    let mask: UInt64
    let value: UInt64
    /// Whether the bits have to be different instead; the mask is that of all bits then.
    var differs = false

    init(_ index: Int, mask: UInt64 = 0xFFFF_FFFF, equals value: UInt64) {
      self.index = index
      self.mask = mask
      self.value = value
    }

    /// A pointer that is not null.
    static func present(_ index: Int) -> Argument {
      var argument = Argument(index, mask: .max, equals: 0)
      argument.differs = true
      return argument
    }

    /// Whether a call with these arguments fulfils it.
    func accepts(_ arguments: [UInt64]) -> Bool { (arguments[index] & mask == value) != differs }
  }

  /// The name of the call, which not every processor has.
  let call: String
  /// What all has to hold of its arguments.
  let arguments: [Argument]
  let action: Action

  enum Action {
    case allow
    /// The process has to take it for a call that the kernel does not know (ENOSYS).
    case unknown
    /// It waits until it is answered.
    case announce
  }

  /// Allows a call if all of this holds of its arguments.
  static func allow(_ call: String, _ arguments: Argument...) -> SystemCallRule {
    SystemCallRule(call: call, arguments: arguments, action: .allow)
  }

  /// Answers ENOSYS to a call.
  static func unknown(_ call: String) -> SystemCallRule {
    SystemCallRule(call: call, arguments: [], action: .unknown)
  }

  /// Announces a call if all of this holds of its arguments.
  static func announce(_ call: String, _ arguments: Argument...) -> SystemCallRule {
    SystemCallRule(call: call, arguments: arguments, action: .announce)
  }
}
