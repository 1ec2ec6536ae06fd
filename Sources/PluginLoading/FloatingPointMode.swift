import Glibc

/// How a thread rounds floating-point numbers, and which exceptions are signals. (fenv(3).)
struct FloatingPointMode: Equatable {
  private let environment: fenv_t

  /// That of the calling thread.
  init() {
    var environment = fenv_t()
    unsafe fegetenv(&environment)
    self.environment = environment
  }

  /// Makes it the calling thread's again.
  func restore() {
    var environment = environment
    unsafe fesetenv(&environment)
  }

  static func == (one: FloatingPointMode, other: FloatingPointMode) -> Bool {
    one.modes == other.modes
  }

  /// Without the flags that calculations set.
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
