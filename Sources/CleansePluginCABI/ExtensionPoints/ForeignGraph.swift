import CCleansePlugin
import CleansePlugin
import Glibc

/// A graph in its C representation, for validators.
@safe final class ForeignGraph {
  /// A finding that a C validator has reported.
  struct Report {
    let code: Diagnostic.Code
    let severity: Diagnostic.Severity
    let message: String
    /// The binding; nil for the graph as a whole.
    let binding: BindingIndex?
  }

  /// The target of the pointer that is passed to C, which points to the first member.
  @unsafe private struct Pointee {
    var table: cleanse_graph
    let graph: Unmanaged<ForeignGraph>
  }

  private let graph: BindingGraph
  private(set) var reports: [Report] = []
  /// How many findings of a validator are kept: of millions, the process would have no memory left.
  private static let mostReports = 10_000
  /// The invalid calls, without repetitions.
  private(set) var misuses: [String] = []
  /// The C strings that were passed to the validator.
  private var texts: [String: UnsafeMutablePointer<CChar>] = unsafe [:]

  init(_ graph: BindingGraph) {
    self.graph = graph
  }

  deinit {
    unsafe texts.values.forEach { unsafe free($0) }
  }

  /// Calls the body with the `cleanse_graph *`, which is valid until it returns.
  func use<Result>(_ body: (UnsafeRawPointer?) -> Result) -> Result {
    let pointee = unsafe Pointee(
      table: cleanse_graph(
        size: MemoryLayout<cleanse_graph>.size, binding_count: graph.bindings.count,
        binding: { graph, binding, result in
          unsafe ForeignGraph.at(graph)?.fill(result, binding: binding) ?? Int32(CLEANSE_FAILED)
        },
        request: { graph, binding, request, result in
          unsafe ForeignGraph.at(graph)?.fill(result, binding: binding, request: request)
            ?? Int32(CLEANSE_FAILED)
        },
        answer: { graph, binding, request, start in
          unsafe ForeignGraph.at(graph)?.answer(binding: binding, request: request, from: start)
            ?? ForeignGraph.noBinding
        },
        report: { graph, severity, code, message, binding in
          unsafe ForeignGraph.at(graph)?.report(
            severity, CText.message(code), CText.message(message), binding: binding)
            ?? Int32(CLEANSE_FAILED)
        }),
      graph: .passUnretained(self))
    return withExtendedLifetime(self) {
      unsafe withUnsafeBytes(of: pointee) { unsafe body($0.baseAddress) }
    }
  }

  // Safety: C passes the pointer that it was given, which is that of the whole structure.
  private static func at(_ pointer: UnsafePointer<cleanse_graph>?) -> ForeignGraph? {
    guard let pointer = unsafe pointer else { return nil }
    return unsafe UnsafeRawPointer(pointer).assumingMemoryBound(to: Pointee.self)
      .pointee.graph.takeUnretainedValue()
  }

  private func text(_ text: String?) -> UnsafePointer<CChar>? {
    guard let text else { return nil }
    if let known = unsafe texts[text] { return unsafe UnsafePointer(known) }
    let copy = unsafe strdup(text)
    unsafe texts[text] = copy
    return unsafe UnsafePointer(copy)
  }

  /// The tag, or the name after the `@`.
  private func tag(_ key: Key) -> UnsafePointer<CChar>? {
    unsafe text(key.tagName.map { $0.hasPrefix("@") ? String($0.dropFirst()) : $0 })
  }

  private func fill(
    _ result: UnsafeMutablePointer<cleanse_graph_binding>?, binding index: Int
  ) -> Int32 {
    guard let result = unsafe result, let binding = binding(index) else {
      return Int32(CLEANSE_FAILED)
    }
    let filled = unsafe cleanse_graph_binding(
      size: MemoryLayout<cleanse_graph_binding>.size, type: text(binding.key.typeName),
      tag: tag(binding.key), origin: text(binding.provenance.origin), scope: text(binding.scope),
      file: text(binding.location?.file), line: UInt32(clamping: binding.location?.line ?? 0),
      kind: UInt32(binding.kind.number), request_count: binding.requests.count)
    return unsafe copy(filled, to: result, "cleanse_graph_binding", for: "binding")
  }

  /// Copies a structure to that of the validator, which can have another size.
  private func copy<Structure>(
    _ structure: Structure, to result: UnsafeMutablePointer<Structure>, _ name: String,
    for function: String
  ) -> Int32 {
    do {
      try unsafe ForeignTable.write(structure, to: UnsafeMutableRawPointer(result), name)
      return Int32(CLEANSE_OK)
    } catch {
      return refuse("calls \(function) with an invalid result: \(error)")
    }
  }

  /// The binding with a number that comes from C; nil if there is none.
  private func binding(_ number: Int) -> Binding? {
    graph.bindings.indices.contains(number) ? graph.bindings[number] : nil
  }

  private func request(_ number: Int, of binding: Int) -> Request? {
    guard let binding = self.binding(binding), binding.requests.indices.contains(number) else {
      return nil
    }
    return binding.requests[number]
  }

  private func fill(
    _ result: UnsafeMutablePointer<cleanse_graph_request>?, binding: Int, request index: Int
  ) -> Int32 {
    guard let result = unsafe result, let request = request(index, of: binding) else {
      return Int32(CLEANSE_FAILED)
    }
    let filled = unsafe cleanse_graph_request(
      size: MemoryLayout<cleanse_graph_request>.size, type: text(request.key.typeName),
      tag: tag(request.key), form: text(request.form.rawValue))
    return unsafe copy(filled, to: result, "cleanse_graph_request", for: "request")
  }

  private func answer(binding: Int, request index: Int, from start: Int) -> Int {
    guard let binding = self.binding(binding) else { return Self.noBinding }
    return graph.bindings(answering: RequestIndex(index), of: binding)
      .map(\.id.number).filter { UInt(bitPattern: $0) >= UInt(bitPattern: start) }.min()
      ?? Self.noBinding
  }

  private func report(
    _ severity: Int32, _ code: String?, _ message: String?, binding: Int
  ) -> Int32 {
    guard let severity = Diagnostic.Severity(number: severity) else {
      return refuse("reports an unknown severity: \(severity)")
    }
    guard let message else { return refuse("reports without a message") }
    guard binding == Self.noBinding || graph.bindings.indices.contains(binding) else {
      return refuse(
        "reports about binding \(UInt(bitPattern: binding)) of a graph with "
          + "\(graph.bindings.count) bindings")
    }
    guard reports.count < Self.mostReports else {
      return refuse("reports more than \(Self.mostReports) findings")
    }
    reports.append(
      Report(
        code: code.map { Diagnostic.Code(rawValue: $0) } ?? .reportedError, severity: severity,
        message: message, binding: binding == Self.noBinding ? nil : BindingIndex(binding)))
    return Int32(CLEANSE_OK)
  }

  /// Records an invalid call.
  ///
  /// - Returns: The result of that call.
  private func refuse(_ misuse: String) -> Int32 {
    if misuses.count < 100, !misuses.contains(misuse) { misuses.append(misuse) }
    return Int32(CLEANSE_FAILED)
  }

  /// `CLEANSE_NO_BINDING`, imported as a signed number.
  private static let noBinding = -1
}

extension Binding.Kind {
  fileprivate var number: Int {
    switch self {
    case .single: CLEANSE_SINGLE
    case .contribution: CLEANSE_CONTRIBUTION
    case .declaration: CLEANSE_DECLARATION
    case .optional: CLEANSE_OPTIONAL
    case .seed, .seedElement: CLEANSE_SEED
    case .subcomponent: CLEANSE_SUBCOMPONENT
    case .decorator: CLEANSE_DECORATOR
    }
  }
}

extension Diagnostic.Severity {
  fileprivate init?(number: Int32) {
    switch Int(number) {
    case CLEANSE_NOTE: self = .note
    case CLEANSE_WARNING: self = .warning
    case CLEANSE_ERROR: self = .error
    default: return nil
    }
  }
}
