import CleanseTestSupport
import Foundation

@testable import Cleanse
@testable import CleanseGraph

/// The declarations of each contributor, as indices of ``Ingredient/all``.
struct ContributorPlan: Sendable {
  /// The declarations of the application itself.
  var application: [Int]
  var contributors: [[Int]]

  static func random(
    _ random: inout SeededGenerator, where isFit: (Ingredient) -> Bool = { _ in true }
  ) -> ContributorPlan {
    let fit = Ingredient.all.indices.filter { isFit(Ingredient.all[$0]) }
    func some(_ most: Int, _ indices: [Int]) -> [Int] {
      (0..<Int.random(in: 0...most, using: &random)).compactMap { _ in
        indices.randomElement(using: &random)
      }
    }
    let swift = fit.filter { !Ingredient.all[$0].isInC }
    return ContributorPlan(
      application: some(4, swift),
      contributors: (0..<Int.random(in: 1...5, using: &random)).map { _ in
        // A contributor is written in C or in Swift.
        some(7, random.happens(0.35) ? fit.filter { Ingredient.all[$0].isInC } : swift)
      })
  }

  static func origin(_ number: Int) -> String { "org.example.\(number)" }

  /// Records some of the contributors together, and returns those that were accepted.
  func recorded(_ numbers: some Sequence<Int>) -> (graph: BindingGraph, usable: [Int]) {
    var usable: [Int] = []
    let recording = Recording(of: Requesting<[String]>.self) { recorder in
      for index in application { Ingredient.all[index].declare(recorder) }
      for number in numbers {
        let errors = recorder.attempt(from: Self.origin(number)) { recorder in
          for index in contributors[number] { Ingredient.all[index].declare(recorder) }
        }
        if errors.isEmpty { usable.append(number) }
      }
    }
    return (recording.graph, usable)
  }

  /// Records each contributor alone, and links those that were accepted.
  func linked() -> BindingGraph {
    let alone = contributors.indices.map { recorded(CollectionOfOne($0)) }
    return BindingGraph(
      merging: alone.map { $0.graph.declarations },
      alone.enumerated().filter { !$0.element.usable.isEmpty }.map {
        DeclarationMerger.Contributor(part: $0.offset, origin: Self.origin($0.offset))
      })
  }

  /// Records all together, and keeps only these.
  func left(_ numbers: [Int]) -> BindingGraph {
    let (graph, usable) = recorded(contributors.indices)
    return BindingGraph(
      merging: [graph.declarations],
      numbers.filter(usable.contains).map {
        DeclarationMerger.Contributor(part: 0, origin: Self.origin($0))
      })
  }

  /// The smallest plan found that still fails.
  func shrunk(while fails: (ContributorPlan) -> Bool) -> ContributorPlan {
    var plan = self
    var isSmaller = true
    while isSmaller {
      isSmaller = false
      for smaller in plan.smaller where fails(smaller) {
        plan = smaller
        isSmaller = true
        break
      }
    }
    return plan
  }

  private var smaller: [ContributorPlan] {
    var plans: [ContributorPlan] = []
    for index in application.indices {
      plans.append(self)
      plans[plans.count - 1].application.remove(at: index)
    }
    for number in contributors.indices {
      for index in contributors[number].indices {
        plans.append(self)
        plans[plans.count - 1].contributors[number].remove(at: index)
      }
    }
    return plans
  }
}

extension ContributorPlan: CustomStringConvertible {
  var description: String {
    ([application] + contributors).map { indices in
      "  \(indices.map { Ingredient.all[$0].name })"
    }.joined(separator: "\n")
  }
}
