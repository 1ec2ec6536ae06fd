// The main function of the programs that `swift package cleansec` links from the objects of the checked targets. The
// tool compiles this file in their place, because it uses the framework that they are linked with.

import Cleanse

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A line of the file of results, of which the tool reads the same members.
struct Line: Encodable {
  /// The result for a component.
  struct Result: Encodable {
    let component: String
    /// The number of bindings.
    let bindings: Int
    let findings: [Diagnostic]
    /// The graph, if there are findings.
    let graph: BindingGraph?
  }

  /// The number of the component that is recorded next, and its name. If the process ends before the result, this
  /// component is the cause.
  var begin: Int?
  var name: String?
  var result: Result?
  /// The names of generic components: the last line.
  var generic: [String]?
}

/// Appends a line at once, so that what comes later can't lose it.
func append(_ line: Line, to file: Int32) throws {
  var rest = try JSONEncoder().encode(line) + [UInt8(ascii: "\n")]
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
    guard count > 0 else { throw CocoaError(.fileWriteUnknown) }
    rest = rest.dropFirst(count)
  }
}

/// The name as the graph writes it, also if it can't be recorded.
func name(of component: any RootComponent.Type) -> String {
  String(reflecting: component).replacing(#/\(unknown context at \$[0-9a-f]+\)\./#, with: "")
}

func check(_ component: any RootComponent.Type, number: Int, limit: UInt32, _ file: Int32) throws {
  try append(Line(begin: number, name: name(of: component)), to: file)
  alarm(limit)
  let graph = BindingGraph(of: component)
  let findings = RootComponents.validate(component)
  if isLate != 0 { exit(EXIT_FAILURE) }
  alarm(0)
  let result = Line.Result(
    component: graph[.root].name, bindings: graph.bindings.count, findings: findings,
    graph: findings.isEmpty ? nil : graph)
  try append(Line(result: result), to: file)
}

/// Whether the limit of the current component has passed.
// Safety: it is set by a signal handler, and read by the only thread afterwards.
nonisolated(unsafe) var isLate: sig_atomic_t = 0

/// Ends the process at an alarm, so that the runtime prints the stack of the code that is running.
func endLateComponents() {
  var action = sigaction()
  action.__sigaction_handler.sa_handler = { _ in
    let text: StaticString = "cleansec: the time limit has passed\n"
    _ = write(STDERR_FILENO, text.utf8Start, text.utf8CodeUnitCount)
    isLate = 1
    kill(getpid(), SIGQUIT)
    // After it has printed the stack, the runtime lets the process continue: it ends after a little more work, or
    // soon after it has been waiting.
    signal(SIGALRM, SIG_DFL)
    var time = itimerval(
      it_interval: timeval(), it_value: timeval(tv_sec: 0, tv_usec: 50_000))
    // ITIMER_VIRTUAL, which glibc declares with another type than its parameter.
    setitimer(1, &time, nil)
    alarm(20)
  }
  // Blocked until the handler returns, as the runtime can't print a stack from within the handler.
  sigaddset(&action.sa_mask, SIGQUIT)
  sigaction(SIGALRM, &action, nil)
}

/// Checks the components of modules. The arguments are the file of results, the limit for each component in seconds,
/// the number of the first component to check, and the modules.
func run(_ arguments: [String]) throws {
  guard arguments.count > 3, let limit = UInt32(arguments[1]), let first = Int(arguments[2]) else {
    exit(EXIT_FAILURE)
  }
  let file = open(arguments[0], O_WRONLY | O_APPEND)
  endLateComponents()
  let modules = Set(arguments.dropFirst(3))
  let components = RootComponents.all.filter { modules.contains(RootComponents.module(of: $0)) }
  for (number, component) in components.enumerated().dropFirst(first) {
    try check(component, number: number, limit: limit, file)
  }
  let generic = RootComponents.generic.filter { modules.contains(String($0.prefix { $0 != "." })) }
  try append(Line(generic: generic), to: file)
}

try run(Array(CommandLine.arguments.dropFirst()))
