/// Uses an object, so that the compiler can't eliminate its creation.
@_optimize(none)
@inline(never)
func consume(_ object: AnyObject) {}
