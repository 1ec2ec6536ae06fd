import CleanseSupport
import Glibc
import Testing

@Suite("A file that stays open")
struct KeptFileTests {
  @Test("is recognized when other code has closed it, and another file has its number")
  func closed() async {
    await #expect(processExitsWith: .success) {
      var file = KeptFile("/proc/self/stat")
      guard file.isOpen, file.failure == nil else { exit(2) }
      let number = file.descriptor
      close(number)
      guard !file.isOpen, open("/dev/null", O_RDONLY) == number, !file.isOpen else { exit(3) }
      file.reopen()
      guard file.isOpen, file.descriptor != number else { exit(4) }
      // The other file is not closed with it.
      close(file.descriptor)
      _ = consume file
      exit(fcntl(number, F_GETFD) >= 0 ? 0 : 5)
    }
  }

  @Test("has the reason why it can't be opened")
  func absent() {
    let file = KeptFile("/nowhere/at/all")
    let (isOpen, failure) = (file.isOpen, file.failure)
    #expect(!isOpen && failure?.number == ENOENT)
  }
}
