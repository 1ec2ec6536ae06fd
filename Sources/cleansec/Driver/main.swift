// The main function of the process that `swift package cleansec` links from the objects of the checked targets. The
// tool compiles this file, as it uses the program's own copy of the framework; it is not a part of the tool.

import Cleanse
import CleanseGraph

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

/// A line of the file of results. The tool reads the same members.
struct Line: Encodable {
  /// The component that is recorded next. If the process ends before its result, it is the cause.
  var begin: String?
  /// The component that this is the result of.
  var component: String?
  /// The number of its bindings.
  var bindings: Int?
  var findings: [Diagnostic]?
  /// The graph, if there are findings.
  var graph: BindingGraph?
  /// The names of generic components.
  var generic: [String]?
}

/// Appends a line with one write, so that a crash later on loses nothing.
func write(_ line: Line, to file: Int32) {
  guard var bytes = try? JSONEncoder().encode(line) else { exit(70) }
  bytes.append(UInt8(ascii: "\n"))
  var rest = bytes[...]
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
    guard count > 0 else { exit(74) }
    rest = rest.dropFirst(count)
  }
}

/// Checks the component, with a time limit for recording it.
func check(_ component: any RootComponent.Type, named name: String, _ limit: UInt32, _ file: Int32) {
  write(Line(begin: name), to: file)
  alarm(limit)
  let graph = BindingGraph(of: component)
  alarm(0)
  let findings = RootComponents.validate(component)
  write(
    Line(
      component: name, bindings: graph.bindings.count, findings: findings,
      graph: findings.isEmpty ? nil : graph), to: file)
}

/// Checks the components of the modules. The arguments are the file of results, the limit in seconds, the modules, and
/// after an empty argument the names of components to leave out.
func run(_ arguments: [String]) {
  guard arguments.count >= 2, let limit = UInt32(arguments[1]) else { exit(64) }
  let file = open(arguments[0], O_WRONLY | O_APPEND)
  guard file >= 0 else { exit(74) }
  let lists = arguments.dropFirst(2).split(
    separator: "", maxSplits: 1, omittingEmptySubsequences: false)
  let modules = Set(lists.first ?? [])
  let done = Set(lists.dropFirst().first ?? [])
  // The runtime prints the stack of a process that aborts.
  signal(SIGALRM) { _ in abort() }
  for component in RootComponents.all where modules.contains(RootComponents.module(of: component)) {
    let name = "\(component)"
    if !done.contains(name) { check(component, named: name, limit, file) }
  }
  let generic = RootComponents.generic.filter { modules.contains(String($0.prefix { $0 != "." })) }
  write(Line(generic: generic), to: file)
}

run(Array(CommandLine.arguments.dropFirst()))
