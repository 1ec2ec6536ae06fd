import CleanseSupport
import Glibc
import Testing

@Suite("Errors of the system")
struct SystemErrorTests {
  @Test("a number has the system's words")
  func words() {
    #expect(SystemError(number: ENOENT).description == "No such file or directory")
    #expect(SystemError(number: 12345).description == "error 12345")
  }

  @Test("a call that a signal interrupts is made again, and one that fails otherwise is not")
  func interrupts() {
    var calls = 0
    let result = retryingInterrupts {
      calls += 1
      errno = EINTR
      return calls < 3 ? -1 : 7
    }
    #expect(result == .success(7))
    #expect(calls == 3)
    let failure = retryingInterrupts {
      calls += 1
      errno = EAGAIN
      return -1
    }
    #expect(failure == .failure(SystemError(number: EAGAIN)))
    #expect(calls == 4)
  }
}
