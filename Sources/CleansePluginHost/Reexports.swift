// An application with plugins imports only this module. Of modules that are mostly for others, it gets what the interface
// of this one mentions; the tools for graphs are imported by the name of theirs, `CleanseGraphAnalysis`.
@_exported public import struct CleanseCrypto.ContentDigest
@_exported public import CleansePlugin
@_exported public import struct CleanseGraphAnalysis.DocumentError
@_exported public import struct CleanseGraphAnalysis.FindingBaseline
@_exported public import struct CleanseGraphAnalysis.FindingIdentity
@_exported public import enum CleanseGraphAnalysis.FindingLevel
@_exported public import struct CleanseGraphAnalysis.Judgement
@_exported public import CleansePluginCABI
@_exported public import CleansePluginFiles
@_exported public import CleansePluginLoading
@_exported public import struct CleansePluginMetadata.ABIStamp
@_exported public import struct CleansePluginMetadata.Contract
@_exported public import struct CleansePluginMetadata.DeclaredContribution
@_exported public import typealias CleansePluginMetadata.ManifestError
@_exported public import enum CleansePluginMetadata.OptionValue
@_exported public import struct CleansePluginMetadata.Permissions
@_exported public import struct CleansePluginMetadata.PluginManifest
@_exported public import struct CleansePluginMetadata.PluginOption
@_exported public import struct CleansePluginMetadata.PluginRequirement
@_exported public import struct CleansePluginMetadata.SystemAccess
@_exported public import CleansePluginProbing
@_exported public import CleansePluginTrust
