/// Takes an object so that the compiler can't leave out making it.
@_optimize(none)
@inline(never)
func consume(_ object: AnyObject) {}
