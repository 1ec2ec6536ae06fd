import BrokenContract

/// Never made, as its plugin refuses to be used.
struct RottenEgg: Egg {}
