import CleanseSupport
import Synchronization
import Testing

@Suite("Threads")
struct ThreadTests {
  @Test(
    "a parallel map keeps the order of any number of elements",
    arguments: [0, 1, 7, 33, 5000])
  func order(_ count: Int) {
    #expect(Array(0..<count).parallelMap { "\($0)" } == (0..<count).map { "\($0)" })
  }

  @Test("each thread has its own identity, stack and thread-local words")
  func identity() throws {
    let word = ThreadWord()
    word.value = 7
    let other = Mutex<(identity: UInt, word: UInt, stack: Range<UInt>)>((0, 1, 0..<0))
    let thread = try #require(
      SystemThread.start(stackSize: 1 << 20) {
        let seen = (CurrentThread.identity, word.value, CurrentThread.stack())
        other.withLock { $0 = seen }
      })
    thread.join()
    let seen = other.withLock { $0 }
    #expect(word.value == 7)
    #expect(seen.word == 0)
    #expect(seen.identity != 0 && seen.identity != CurrentThread.identity)
    // The system may reuse the stack of a thread that has ended, of up to four times the size.
    #expect((1 << 19...1 << 22).contains(seen.stack.count))
    #expect(!seen.stack.overlaps(CurrentThread.stack()))
  }

  @Test("a thread can wait for another one with a monitor")
  func monitor() throws {
    let monitor = Monitor()
    let isDone = Atomic(false)
    let thread = try #require(
      SystemThread.start {
        monitor.withLock { isDone.store(true, ordering: .relaxed) }
        monitor.wakeAll()
      })
    monitor.withLock {
      while !isDone.load(ordering: .relaxed) { monitor.wait() }
    }
    thread.join()
  }

  @Test("a tracked mutex lets one thread in at a time")
  func mutex() {
    let count = TrackedMutex(0)
    _ = Array(0..<1000).parallelMap { _ in count.withLock { $0 += 1 } }
    #expect(count.withLock { $0 } == 1000)
  }
}
