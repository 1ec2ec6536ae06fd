// Users of the framework can read graphs and findings without importing a second module.
@_exported public import CleanseGraph
