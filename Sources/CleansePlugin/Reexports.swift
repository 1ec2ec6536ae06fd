// A plugin that uses both languages imports one module.
@_exported public import CleanseC
