/// Which sets are in use, and which of these only by islands.
struct SetUse {
  let all: Set<SetNumber>
  /// The sets that the application does not use any more, each with the islands that lag behind.
  let ofIslands: [SetNumber: Set<String>]

  init(in states: [GroupName: GroupState]) {
    var (all, ofIslands) = (states[.all]?.usedSets ?? [], [SetNumber: Set<String>]())
    let whole = all
    for (name, state) in states where name.isIsland {
      for set in state.usedSets {
        all.insert(set)
        if !whole.contains(set) { ofIslands[set, default: []].insert(name.text) }
      }
    }
    (self.all, self.ofIslands) = (all, ofIslands)
  }
}
