// confinement-attempts MODE VERSION WRITABLE READABLE FORBIDDEN
//
// Forks a process, confines it as if the kernel had this version of Landlock, and prints what its attempts gave:
//
//   attempt NAME EXPECTED RESULT
//   refused DESCRIPTION             what the unconfined process recorded
//   times PREPARED ENFORCED         in microseconds
//
// The mode is one of
//
//   announced     refusals are recorded
//   unannounced   they are not
//   contained     as in a container that has a listener itself
//   abandoned     the process that should record them closes the listener
//   granted       as `announced`, with other attempts, by a process that may connect, resolve names, execute a program, and
//                 read regardless of permissions
//
// The processes of tests have threads, so they can't confine themselves or a fork.

import CConfinementAttempts
import CleanseConfinement
import CleanseSupport

@main
struct Attempts {
  private enum Mode: String {
    case announced, unannounced, contained, abandoned, granted
  }

  private let mode: Mode
  private let confinement: Confinement
  private let kernel: KernelConfinement
  /// The writable, the readable and the forbidden one.
  private let directories: [String]
  private let port: UInt16

  static func main() {
    let arguments = CommandLine.arguments
    guard arguments.count == 6, let mode = Mode(rawValue: arguments[1]),
      let version = Int(arguments[2])
    else { exit(2) }
    do {
      try Attempts(mode, landlock: version, directories: Array(arguments[3...])).run()
    } catch {
      print("error \(error)")
      exit(1)
    }
  }

  private init(_ mode: Mode, landlock version: Int, directories: [String]) throws {
    self.mode = mode
    self.directories = directories
    if mode == .contained, attempts_take_listener() < 0 { throw SystemError.last }
    var kernel = KernelConfinement.current.limited(toLandlock: version)
    if mode == .unannounced { kernel.announcesRefusals = false }
    self.kernel = kernel
    port = mode == .granted ? attempts_listen() : 0
    confinement = Self.confinement(directories, port: port)
  }

  private static let system = Confinement(readable: [
    "/usr", "/lib", "/lib64", "/etc", "/proc/self", "/dev/urandom",
  ])

  private static func confinement(_ directories: [String], port: UInt16) -> Confinement {
    var confinement = Confinement(
      readable: [FilePath(directories[1])], writable: [FilePath(directories[0]), "/dev/null"])
    guard port != 0 else { return confinement }
    confinement.connectPorts = [port]
    confinement.resolvesNames = true
    confinement.ignoresReadPermissions = true
    confinement.executable = [
      "/bin/true", "/lib64/ld-linux-x86-64.so.2", "/lib/ld-linux-aarch64.so.1",
    ]
    return confinement
  }

  private func run() throws {
    // The first compilation is not repeated for a later process.
    _ = try confinement.prepared(on: kernel)
    // As for several processes.
    let system = try OpenedFiles(Self.system, on: kernel)
    let start = Self.microseconds()
    let prepared = try confinement.prepared(on: kernel, sharing: system)
    let preparation = Self.microseconds() - start
    var (one, other): (Int32, Int32) = (-1, -1)
    guard attempts_connect(&one, &other) == 0 else { throw SystemError.last }
    let parent = getpid()
    let child = attempts_fork()
    guard child >= 0 else { throw SystemError.last }
    if child == 0 {
      close(one)
      try attempt(prepared, on: parent, reportingTo: other, preparation)
      fflush(nil)
      _exit(0)
    }
    close(other)
    let refusals = refusals(announcedTo: attempts_receive(one))
    var status: Int32 = 0
    guard waitpid(child, &status, 0) == child, status == 0 else { throw SystemError(number: EPIPE) }
    for refusal in refusals { print("refused \(refusal)") }
  }

  private func refusals(announcedTo listener: Int32) -> [Refusal] {
    guard listener >= 0 else { return [] }
    guard mode != .abandoned else {
      close(listener)
      return []
    }
    let recorder = RefusalRecorder(RefusalListener(listener), of: confinement, on: kernel)
    var refusals: [Refusal] = []
    while true {
      switch recorder.next() {
      case .answered(let refusal): refusals += [refusal].compactMap(\.self)
      case .idle:
        var polled = pollfd(fd: recorder.number, events: Int16(POLLIN), revents: 0)
        poll(&polled, 1, -1)
      case .ended: return refusals
      }
    }
  }

  private func attempt(
    _ prepared: PreparedConfinement, on parent: pid_t, reportingTo connection: Int32,
    _ preparation: Int
  ) throws {
    setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), [rlimit()])
    let start = Self.microseconds()
    try send(prepared.enforce(), over: connection)
    print("times \(preparation) \(Self.microseconds() - start)")
    var index = 0
    var result = attempts_result()
    while makeAttempt(index, on: parent, &result) {
      let name = String(cString: result.name)
      print("attempt \(name) \(result.expected) \(result.result)")
      index += 1
      fflush(nil)
    }
  }

  private func send(_ listener: consuming RefusalListener?, over connection: Int32) throws {
    switch consume listener {
    case .some(let listener):
      guard attempts_send(connection, listener.number) == 0 else { throw SystemError.last }
    case .none: close(connection)
    }
  }

  private func makeAttempt(
    _ index: Int, on victim: pid_t, _ result: inout attempts_result
  ) -> Bool {
    directories[0].withCString { writable in
      directories[1].withCString { readable in
        directories[2].withCString { forbidden in
          var scene = attempts_scene(
            writable: writable, forbidden: forbidden, readable: readable, victim: victim,
            port: port)
          return attempts_make(
            index, mode == .granted, Int32(kernel.landlockVersion), &scene, &result)
        }
      }
    }
  }

  private static func microseconds() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000_000 + time.tv_nsec / 1000
  }
}
