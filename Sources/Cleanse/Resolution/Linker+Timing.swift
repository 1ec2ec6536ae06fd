import CleanseGraph
internal import CleanseSupport

/// Linking of factories whose calls are recorded in a trace.
extension Linker {
  /// The timer of the binding that is being linked; nil without a trace, and for a value, which no code makes.
  private var timer: TraceTimer? {
    guard let trace, case let binding = graph[current.binding], binding.source == .factory else {
      return nil
    }
    return TraceTimer(
      TraceLabel(.make, binding.traceSubject, of: binding.provenance.origin), in: trace)
  }

  /// Wraps a factory without an effect. Its time includes that of the dependencies that are made for it.
  func timed<Element>(
    _ make: @escaping @Sendable (Context, Links) -> Element
  ) -> @Sendable (Context, Links) -> Element {
    guard let timer else { return make }
    return { context, links in
      let start = MonotonicTime.nanoseconds()
      defer { timer.end(start, on: LogicalThread.current) }
      return make(context, links)
    }
  }

  /// Wraps a linked provider with an effect.
  func timed(_ provider: AnyObject, _ key: any TypedKey.Type) -> AnyObject {
    guard let trace, let effect = current.effect else { return provider }
    let binding = graph[current.binding]
    guard effect == .asynchronous else {
      return timer.map { key.timed(provider, by: $0) } ?? provider
    }
    let label = TraceLabel(.awaiting, binding.traceSubject, of: binding.provenance.origin)
    return key.timedAwaiting(provider, by: TraceTimer(label, in: trace))
  }
}

extension TypedKey {
  /// Wraps a provider that can throw so that its calls are recorded.
  fileprivate static func timed(_ linked: AnyObject, by timer: TraceTimer) -> AnyObject {
    let link = EffectLink<Element>(linked)
    return ThrowingLinkedProvider<Element> { context in
      let start = MonotonicTime.nanoseconds()
      defer { timer.end(start, on: LogicalThread.current) }
      return try link.get(context)
    }
  }

  /// Wraps a provider that is awaited so that its calls are recorded.
  fileprivate static func timedAwaiting(_ linked: AnyObject, by timer: TraceTimer) -> AnyObject {
    let link = EffectLink<Element>(linked)
    return AsyncLinkedProvider<Element> { context in
      let span = timer.beginAwaiting()
      defer { timer.end(span) }
      return try await link.getAwaiting(context)
    }
  }
}
