// A plugin that works with both languages imports one module.
@_exported public import CleanseC
