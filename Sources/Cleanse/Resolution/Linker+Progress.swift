import CleanseGraph

extension Linker {
  enum State {
    case untouched, entered
    case linked(AnyObject)
  }

  /// What changes with each binding that is linked.
  struct Progress {
    /// The state of each group.
    var states: [State]
    /// For each group, the length of the longest chain of dependencies that starts at it.
    var depths: [Int]
    /// The linked groups whose making can fail without an effect of the resolution.
    var fallible: Set<GroupIndex> = []
    /// The layouts of the components.
    var layouts: [ComponentLayout]
    /// The cycle that is being linked, if there is one.
    var openCycle: OpenCycle?
    /// The binding that is being linked.
    var current = Current(binding: BindingIndex(0), effect: nil, weakSlot: nil)

    init(groups: Int, components: Int) {
      states = Array(repeating: .untouched, count: groups)
      depths = Array(repeating: 0, count: groups)
      layouts = Array(repeating: ComponentLayout(), count: components)
    }
  }

  /// The binding that is being linked.
  package var current: Current { progress.current }
}
