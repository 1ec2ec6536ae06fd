// An application with plugins imports only this module.
@_exported public import CleanseCrypto
@_exported public import CleansePlugin
@_exported public import GraphAnalysis
@_exported public import PluginCABI
@_exported public import PluginFiles
@_exported public import PluginLoading
@_exported public import PluginMetadata
@_exported public import PluginProbing
@_exported public import PluginTrust
