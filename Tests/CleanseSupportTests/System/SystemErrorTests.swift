import CleanseSupport
import Glibc
import Testing

@Suite("System errors")
struct SystemErrorTests {
  @Test("an error number has the system's message")
  func words() {
    #expect(SystemError(number: ENOENT).description == "No such file or directory")
    #expect(SystemError(number: 12345).description == "error 12345")
  }

  @Test("an interrupted call is repeated, and a failed one is not")
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
