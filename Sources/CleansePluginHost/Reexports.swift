// An application with plugins imports only this module. Of modules that are mostly for others, it gets what the interface
// of this one mentions; the tools for graphs are imported by the name of theirs, `GraphAnalysis`.
@_exported public import struct CleanseCrypto.ContentDigest
@_exported public import CleansePlugin
@_exported public import struct GraphAnalysis.DocumentError
@_exported public import struct GraphAnalysis.FindingBaseline
@_exported public import struct GraphAnalysis.FindingIdentity
@_exported public import enum GraphAnalysis.FindingLevel
@_exported public import struct GraphAnalysis.Judgement
@_exported public import PluginCABI
@_exported public import PluginFiles
@_exported public import PluginLoading
@_exported public import struct PluginMetadata.ABIStamp
@_exported public import struct PluginMetadata.Contract
@_exported public import struct PluginMetadata.DeclaredContribution
@_exported public import typealias PluginMetadata.ManifestError
@_exported public import enum PluginMetadata.OptionValue
@_exported public import struct PluginMetadata.PluginManifest
@_exported public import struct PluginMetadata.PluginOption
@_exported public import struct PluginMetadata.PluginRequirement
@_exported public import PluginProbing
@_exported public import PluginTrust
