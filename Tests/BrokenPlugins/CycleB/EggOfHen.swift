import BrokenContract

/// Never created, because its hen would need it first.
struct EggOfHen: Egg {}
