// An application with plugins imports only this module. The tools for graphs are imported by the name of theirs,
// `GraphAnalysis`; of that module, an application needs what judges findings.
@_exported public import CleanseCrypto
@_exported public import struct CleanseELF.FileStamp
@_exported public import CleansePlugin
@_exported public import struct GraphAnalysis.DocumentError
@_exported public import struct GraphAnalysis.FindingBaseline
@_exported public import struct GraphAnalysis.FindingIdentity
@_exported public import enum GraphAnalysis.FindingLevel
@_exported public import struct GraphAnalysis.Judgement
@_exported public import PluginCABI
@_exported public import PluginFiles
@_exported public import PluginLoading
@_exported public import PluginMetadata
@_exported public import PluginProbing
@_exported public import PluginTrust
