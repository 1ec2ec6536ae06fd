import CleanseSupport
import Glibc
@testable import CleanseSupervision
import Testing

@Suite("The status of a process")
struct ProcessStatusTests {
  @Test("has the memory that it has allocated, also if it is shared, and not that of files")
  func memory() throws {
    let size = 64 << 20
    let before = try #require(ProcessStatus(of: getpid()).memory)
    for flags in [MAP_PRIVATE, MAP_SHARED] {
      let allocated = mmap(nil, size, PROT_READ | PROT_WRITE, flags | MAP_ANONYMOUS, -1, 0)
      let bytes = try #require(allocated)
      try #require(bytes != MAP_FAILED)
      memset(bytes, 1, size)
      let after = try #require(ProcessStatus(of: getpid()).memory)
      // Other tests allocate, too.
      #expect(after > before + UInt64(size / 2), "\(before) \(after)")
      munmap(bytes, size)
    }
  }

  @Test("is empty for a process that has ended")
  func ended() throws {
    #expect(ProcessStatus(of: -1).memory == nil)
    #expect(ProcessStatus(of: -1)["State"] == nil)
    #expect(ProcessStatus(of: getpid())["State"] != nil)
  }
}
