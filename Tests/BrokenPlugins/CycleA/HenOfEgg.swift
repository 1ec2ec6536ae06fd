import BrokenContract

/// Never created, because its egg would need it first.
struct HenOfEgg: Hen {}
