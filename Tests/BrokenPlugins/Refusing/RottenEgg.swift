import BrokenContract

/// Never created, as its plugin reports an error.
struct RottenEgg: Egg {}
