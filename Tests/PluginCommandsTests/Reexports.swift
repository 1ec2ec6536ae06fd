// The literals of indices in graphs, for all tests.
@_exported public import CleanseGraphTestSupport
