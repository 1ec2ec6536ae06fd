public import Cleanse

/// The scope of the subcomponent for one log file. Plugins add modules to it with
/// `binder.include(module: MyModule.self, inSubcomponentsOf: FileScope.self)`.
public struct FileScope: Scope {}
