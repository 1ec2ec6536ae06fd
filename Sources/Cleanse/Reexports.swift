// Users of the framework read graphs and findings without a module of their own for them.
@_exported public import CleanseGraph
