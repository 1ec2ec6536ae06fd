public import Cleanse

/// A module; a scoped one names its scope in the type of its binder.
public protocol ScopedModule: Module {}
