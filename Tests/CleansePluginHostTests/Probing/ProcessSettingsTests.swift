@testable import CleansePluginLoading
import CleanseSupport
import CleanseTestSupport
import Glibc
import Testing

/// Each test runs in its own process, because the changes apply to a whole process.
@Suite("The settings of a process")
struct ProcessSettingsTests {
  /// Whether exactly this change is reported, and reverted before the next plugin.
  private static func isFound(_ expected: [String], _ change: () -> Void) -> Bool {
    var before = ProcessSettings.forManyPlugins()
    change()
    let changes = ProcessSettings().changes(since: before)
    let lasting = before.restoreForNext()
    let isBack = ProcessSettings().changes(since: before).isEmpty
    if changes != expected || !lasting.isEmpty || !isBack { print(changes, lasting) }
    return changes == expected && lasting.isEmpty && isBack
  }

  /// Removes CAP_SYS_TIME from the bounding set. (PR_CAPBSET_DROP of prctl(2), which Swift can't call.)
  private static func dropCapability() -> Bool {
    typealias Call = @convention(c) (Int32, UInt, UInt, UInt, UInt) -> Int32
    guard let address = dlsym(nil, "prctl") else { return false }
    return unsafeBitCast(address, to: Call.self)(24, 25, 0, 0, 0) == 0
  }

  @Test("do not change by reading them, or while a timer runs that was there before")
  func nothing() async {
    await #expect(processExitsWith: .success) {
      alarm(100)
      // The rest of the time is another one from then on.
      func countDown() {
        let start = remaining()
        while remaining() == start { sched_yield() }
      }
      // As bytes: which module has the fields depends on the order in which the compiler reads files.
      func remaining() -> [UInt8] {
        var timer = itimerval()
        getitimer(__itimer_which_t(ITIMER_REAL.rawValue), &timer)
        return withUnsafeBytes(of: timer.it_value) { Array($0) }
      }
      guard Self.isFound([], countDown), alarm(0) > 90 else { exit(1) }
      let before = ProcessSettings()
      exit(before.restore() == ([], []) ? 0 : 2)
    }
  }

  @Test("include the working directory and the file mode creation mask")
  func directory() async {
    await #expect(processExitsWith: .success) {
      chdir("/")
      umask(0o027)
      let expected = [
        "the working directory changed from / to /usr", "the umask changed from 0027 to 0007",
      ]
      let isFound = Self.isFound(expected) {
        chdir("/usr")
        umask(0o007)
      }
      exit(isFound && umask(0) == 0o027 ? 0 : 1)
    }
  }

  @Test("include timers, also one that ran before and was set again")
  func timers() async {
    await #expect(processExitsWith: .success) {
      let isFirstFound = Self.isFound(["a real-time timer is set"]) { alarm(1) }
      alarm(50)
      let isSecondFound = Self.isFound(["a real-time timer is set"]) { alarm(100) }
      let rest = alarm(0)
      let isThirdFound = Self.isFound(["a profiling timer is set"]) {
        var timer = itimerval()
        // One second for both.
        withUnsafeMutableBytes(of: &timer) {
          for offset in [0, 16] { $0.storeBytes(of: 1, toByteOffset: offset, as: Int.self) }
        }
        setitimer(__itimer_which_t(2), &timer, nil)
      }
      exit(isFirstFound && isSecondFound && isThirdFound && (40...50).contains(rest) ? 0 : 1)
    }
  }

  @Test("include limits, of which only a privileged user can restore the hard one")
  func limits() async {
    await #expect(processExitsWith: .success) {
      let files = __rlimit_resource_t(UInt32(RLIMIT_NOFILE.rawValue))
      var limit = rlimit(rlim_cur: 200, rlim_max: 300)
      setrlimit(files, &limit)
      let expected = [
        "the limit of open files changed from 200 (hard limit 300) to 3 (hard limit 300)"
      ]
      let isFound = Self.isFound(expected) {
        var limit = rlimit(rlim_cur: 3, rlim_max: 300)
        setrlimit(files, &limit)
      }
      let before = ProcessSettings()
      limit = rlimit(rlim_cur: 100, rlim_max: 100)
      setrlimit(files, &limit)
      let (changes, lasting) = before.restore()
      getrlimit(files, &limit)
      exit(
        isFound && changes == ["the limit of open files changed from 200 (hard limit 300) to 100"]
          && lasting == (limit.rlim_cur == 200 ? [] : changes)
          && [100, 200].contains(limit.rlim_cur) ? 0 : 1)
    }
  }

  @Test("include the priority, which only a privileged user can restore")
  func priority() async {
    await #expect(processExitsWith: .success) {
      let before = ProcessSettings()
      let old = getpriority(__priority_which_t(0), 0)
      guard nice(3) == old + 3 else { exit(2) }
      let (changes, lasting) = before.restore()
      let isBack = getpriority(__priority_which_t(0), 0) == old
      exit(
        changes == ["the priority changed from \(old) to \(old + 3)"] && lasting.isEmpty == isBack
          ? 0 : 1)
    }
  }

  // The handlers remained, and no Ctrl-C ended the command of another plugin.
  @Test("include how SIGINT and SIGTERM are handled")
  func termination() async {
    await #expect(processExitsWith: .success) {
      signal(SIGTERM, SIG_DFL)
      signal(SIGINT, SIG_DFL)
      let isFound = Self.isFound(["the handling of SIGINT, SIGTERM has changed"]) {
        signal(SIGINT) { _ in }
        signal(SIGTERM, SIG_IGN)
      }
      exit(isFound ? 0 : 1)
    }
  }

  @Test("include blocked signals and the name")
  func signals() async {
    await #expect(processExitsWith: .success) {
      let isFound = Self.isFound(["the blocked signals have changed"]) {
        var all = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, nil)
      }
      let before = ProcessSettings()
      let file = fopen("/proc/thread-self/comm", "w")
      fputs("other", file)
      fclose(file)
      let (changes, lasting) = before.restore()
      exit(
        isFound && changes.count == 1
          && changes[0].hasPrefix("the thread name changed from ")
          && changes[0].hasSuffix(" to other") && lasting.isEmpty ? 0 : 1)
    }
  }

  // What could not be read counted as changed, and was written.
  @Test("that can't be read for want of descriptors count as unchanged")
  func descriptors() async {
    await #expect(processExitsWith: .success) {
      let before = ProcessSettings()
      var opened: [Int32] = []
      while case let descriptor = open("/dev/null", O_RDONLY), descriptor >= 0 {
        opened.append(descriptor)
      }
      let (changes, lasting) = before.restore()
      // A sanitizer needs descriptors at the end.
      for descriptor in opened { close(descriptor) }
      exit(changes.isEmpty && lasting.isEmpty ? 0 : 1)
    }
  }

  @Test("that can't be restored are compared once for many plugins")
  func fixed() async {
    await #expect(processExitsWith: .success) {
      var settings = ProcessSettings()
      var timer: timer_t?
      timer_create(CLOCK_MONOTONIC, nil, &timer)
      let change = "a clock timer is set"
      exit(
        settings.restoreForNext().isEmpty && settings.restore(afterPlugins: 1) == [change]
          && settings.restore(afterPlugins: 3) == ["\(change), by this or another of 3 plugins"]
          ? 0 : 1)
    }
  }

  @Test("are restored once for many plugins if they hardly matter to the next one")
  func unnoticed() async {
    await #expect(processExitsWith: .success) {
      // RLIMIT_SIGPENDING, a macro that Swift does not import. (bits/resource.h.)
      let waiting = __rlimit_resource_t(11)
      func settings() -> [String] {
        var limit = rlimit()
        getrlimit(waiting, &limit)
        return [
          SystemPath.text(of: "/proc/self/oom_score_adj"),
          SystemPath.text(of: "/proc/thread-self/comm"), "\(limit.rlim_cur)",
        ]
      }
      func write(_ text: String, to path: String) {
        let file = fopen(path, "w")
        fputs(text, file)
        fclose(file)
      }
      let before = settings()
      guard let score = Int(before[0].filter { $0 != "\n" }), score < 900 else { exit(2) }
      var kept = ProcessSettings.forManyPlugins()
      for _ in 0..<2 {
        write("\(score + 50)", to: "/proc/self/oom_score_adj")
        write("other", to: "/proc/thread-self/comm")
        var limit = rlimit()
        getrlimit(waiting, &limit)
        limit.rlim_cur -= 1
        setrlimit(waiting, &limit)
        let changed = settings()
        guard zip(changed, before).allSatisfy({ $0 != $1 }) else { exit(3) }
        guard kept.restoreForNext().isEmpty, settings() == changed else { exit(4) }
        guard kept.restore(afterPlugins: 2).isEmpty, settings() == before else { exit(5) }
      }
      exit(0)
    }
  }

  @Test("include timers of a clock, which can't be restored")
  func clockTimer() async {
    await #expect(processExitsWith: .success) {
      let before = ProcessSettings()
      var timer: timer_t?
      timer_create(CLOCK_MONOTONIC, nil, &timer)
      let (changes, lasting) = before.restore()
      exit(changes == ["a clock timer is set"] && lasting == changes ? 0 : 1)
    }
  }

  @Test(
    "include the locale, the floating-point mode, the standard streams' flags and the processors")
  func others() async {
    await #expect(processExitsWith: .success) {
      let isLocaleFound = Self.isFound(["the locale changed from C to C.UTF-8"]) {
        setlocale(LC_ALL, "C.UTF-8")
      }
      let isRoundingFound = Self.isFound(["the floating-point mode has changed"]) {
        fesetround(FE_UPWARD)
      }
      let flags = fcntl(STDIN_FILENO, F_GETFL)
      let expected = "the flag word of descriptor 0 changed from \(flags) to \(flags | O_NONBLOCK)"
      let isFlagFound = Self.isFound([expected]) {
        _ = fcntl(STDIN_FILENO, F_SETFL, flags | O_NONBLOCK)
      }
      exit(isLocaleFound && isRoundingFound && isFlagFound ? 0 : 1)
    }
  }

  @Test("include the capabilities that the process can ever have, which can't be restored")
  func boundingSet() async {
    await #expect(processExitsWith: .success) {
      guard getuid() == 0 else { exit(0) }
      let before = ProcessSettings()
      guard Self.dropCapability() else { exit(2) }
      let (changes, lasting) = before.restore()
      exit(
        changes.count == 1 && lasting == changes
          && changes[0].hasPrefix("the capability bounding set changed from ") ? 0 : 1)
    }
  }

  // A directory whose path is longer than what is compared first.
  @Test("are compared if the working directory has a path of 5,000 bytes")
  func deepDirectory() async {
    await #expect(processExitsWith: .success) {
      let directory = try TemporaryDirectory()
      chdir(directory.path)
      let name = String(repeating: "d", count: 200)
      for _ in 0..<25 where mkdir(name, 0o700) != 0 || chdir(name) != 0 { exit(2) }
      var before = ProcessSettings.forManyPlugins()
      guard before.restore() == ([], []) else { exit(3) }
      let mask = umask(0)
      umask(mask ^ 0o070)
      let isFound = before.restoreForNext().isEmpty && umask(mask) == mask
      for _ in 0..<25 where chdir("..") != 0 || rmdir(name) != 0 { exit(4) }
      // The end of the process does not remove it.
      guard rmdir(directory.path) == 0 else { exit(5) }
      exit(isFound ? 0 : 1)
    }
  }

  @Test("include the session and the group, which can't be restored")
  func session() async {
    await #expect(processExitsWith: .success) {
      let before = ProcessSettings()
      guard setsid() >= 0 else { exit(2) }
      let (changes, lasting) = before.restore()
      exit(
        changes.count == 1 && lasting == changes
          && changes[0].hasPrefix("the session (with process group) changed from ") ? 0 : 1)
    }
  }

  @Test("include the groups of the user, which can't be restored")
  func user() async {
    await #expect(processExitsWith: .success) {
      guard getuid() == 0 else { exit(0) }
      let before = ProcessSettings()
      var groups: [gid_t] = [1, 2, 3]
      guard setgroups(groups.count, &groups) == 0 else { exit(2) }
      let (changes, lasting) = before.restore()
      exit(
        changes.count == 1 && lasting == changes
          && changes[0].hasPrefix("the user (with groups and capabilities) changed from ") ? 0 : 1)
    }
  }

  @Test("keep the umask while they are compared, and restore it")
  func mask() async {
    await #expect(processExitsWith: .success) {
      umask(0o077)
      var before = ProcessSettings.forManyPlugins()
      for _ in 0..<3 where !before.restoreForNext().isEmpty { exit(1) }
      guard umask(0) == 0o077 else { exit(2) }
      exit(before.restore() == (["the umask changed from 0077 to 0000"], []) ? 0 : 3)
    }
  }
}
