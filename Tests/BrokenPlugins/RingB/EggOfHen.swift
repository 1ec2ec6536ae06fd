import BrokenContract

/// Never made, because its hen would need it first.
struct EggOfHen: Egg {}
