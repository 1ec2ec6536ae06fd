// Clients of the C support use the types of the core.
@_exported public import Cleanse
