public import CleanseSupport

/// Why a `plugin.json`, a note or a part of one can't be used.
public typealias ManifestError = FieldError
