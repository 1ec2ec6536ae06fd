import CleanseTestSupport
@testable import Cleanse
@testable import CleanseGraph

/// A random graph whose root component several contributors declare together.
struct SharedPlan {
  private let plan: GraphPlan
  /// The declarations of each contributor, in order.
  private let shares: [[GraphPlan.Item]]

  init(_ plan: GraphPlan, _ random: inout SeededGenerator) {
    var plan = plan
    var shares: [[GraphPlan.Item]] = (0..<Int.random(in: 1...4, using: &random)).map { _ in [] }
    var own: [GraphPlan.Item] = []
    for item in plan.components[0].parts[0] {
      if random.happens(0.2) {
        own.append(item)
      } else if let number = shares.indices.randomElement(using: &random) {
        shares[number].append(item)
      }
      // Modules and subcomponents are declared by several contributors.
      guard Self.isShared(item, plan), random.happens(0.7),
        let number = shares.indices.randomElement(using: &random)
      else { continue }
      shares[number].append(item)
    }
    for number in shares.indices where plan.components[0].parts.count > 1 {
      let part = Int.random(in: 1..<plan.components[0].parts.count, using: &random)
      shares[number].insert(
        .include(part: part), at: Int.random(in: 0...shares[number].count, using: &random))
    }
    plan.components[0].parts[0] = own
    (self.plan, self.shares) = (plan, shares)
  }

  private static func isShared(_ item: GraphPlan.Item, _ plan: GraphPlan) -> Bool {
    switch item {
    case .include: true
    case .bind(let id): if case .install = plan.bindings[id].source { true } else { false }
    default: false
    }
  }

  /// Records all contributors together, and records each of them alone and then links them.
  func graphs() -> (recorded: BindingGraph, linked: BindingGraph) {
    func open<C: CallerEffect>(_: C.Type) -> (BindingGraph, BindingGraph) {
      let playing = Playing(plan, Census())
      func record(_ numbers: some Sequence<Int>) -> (graph: BindingGraph, usable: Set<Int>) {
        var usable: Set<Int> = []
        let recording = Playing.$current.withValue(playing) {
          Recording(of: PlannedTop<C>.self) { recorder in
            for number in numbers {
              let errors = recorder.attempt(from: "org.example.\(number)") {
                playing.play(shares[number], $0)
              }
              if errors.isEmpty { usable.insert(number) }
            }
          }
        }
        return (recording.graph, usable)
      }
      let alone = shares.indices.map { record(CollectionOfOne($0)) }
      return (
        record(shares.indices).graph,
        BindingGraph(
          merging: alone.map { $0.graph.declarations },
          shares.indices.filter { alone[$0].usable.contains($0) }.map {
            DeclarationMerger.Contributor(part: $0, origin: "org.example.\($0)")
          })
      )
    }
    return open(callerEffect(for: plan.components[0].key.handled))
  }
}
