// What knows C works with the types of the core.
@_exported public import Cleanse
