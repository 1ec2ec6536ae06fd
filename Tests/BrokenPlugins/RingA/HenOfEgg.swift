import BrokenContract

/// Never made, because its egg would need it first.
struct HenOfEgg: Hen {}
