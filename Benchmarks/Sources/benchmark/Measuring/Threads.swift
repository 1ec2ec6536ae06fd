import Glibc

/// Runs the work on a number of threads at once, passing each its number, and waits for all of them. The
/// calling thread has the number zero.
func concurrently(_ count: Int, _ work: @escaping @Sendable (_ thread: Int) -> Void) {
  final class Start {
    let work: @Sendable () -> Void
    init(_ work: @escaping @Sendable () -> Void) { self.work = work }
  }
  let threads = (1..<count).map { number in
    var thread = pthread_t()
    let failed = unsafe pthread_create(
      &thread, nil,
      { start in
        unsafe start.map { unsafe Unmanaged<Start>.fromOpaque($0).takeRetainedValue().work() }
        return nil
      }, unsafe Unmanaged.passRetained(Start({ work(number) })).toOpaque())
    precondition(failed == 0, "no thread could be started")
    return thread
  }
  work(0)
  for thread in threads { pthread_join(thread, nil) }
}
