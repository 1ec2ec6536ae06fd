/// The paths of factories that lead from the root component to subcomponents. Equal paths, also of several parts, have the
/// same number, so that nested components take no more space than others.
struct SubcomponentPaths {
  private struct Step: Hashable {
    let parent: Int
    let key: Key
  }

  /// The number of the path of the root component.
  static let root = 0

  private var numbers: [Step: Int] = [:]

  /// The number of the path that continues another one with a factory.
  mutating func number(of key: Key, inside path: Int) -> Int {
    let step = Step(parent: path, key: key)
    if let known = numbers[step] { return known }
    numbers[step] = numbers.count + 1
    return numbers.count
  }

  /// The subcomponents of a part, by the numbers of their paths.
  mutating func subcomponents(of part: Declarations) -> [Int: ComponentIndex] {
    guard part.components.count > 1 else { return [:] }
    var paths = [ComponentIndex.root: Self.root]
    var subcomponents: [Int: ComponentIndex] = [:]
    let installers = part.bindings.filter { $0.subcomponent != nil }
    // Each component comes before its subcomponents, and so do the bindings that install them.
    for binding in installers.sorted(by: { $0.component < $1.component }) {
      guard let component = binding.subcomponent, let path = paths[binding.component] else {
        continue
      }
      let number = number(of: binding.key, inside: path)
      paths[component] = number
      if subcomponents[number] == nil { subcomponents[number] = component }
    }
    return subcomponents
  }
}
