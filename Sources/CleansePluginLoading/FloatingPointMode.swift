import Glibc

/// A thread's rounding mode for floating-point numbers, and the exceptions that raise signals. (fenv(3).)
struct FloatingPointMode: Equatable {
  private let environment: fenv_t

  /// Reads the mode of the calling thread.
  init() {
    var environment = fenv_t()
    unsafe fegetenv(&environment)
    self.environment = environment
  }

  /// Sets the mode of the calling thread.
  func restore() {
    var environment = environment
    unsafe fesetenv(&environment)
  }

  static func == (one: FloatingPointMode, other: FloatingPointMode) -> Bool {
    one.modes == other.modes
  }

  /// The environment without the exception flags that calculations set.
  private var modes: [UInt32] {
    #if arch(x86_64)
      [UInt32(environment.__control_word & 0xF3F), environment.__mxcsr & 0xFF80]
    #elseif arch(arm64)
      [environment.__fpcr]
    #else
      []
    #endif
  }
}
