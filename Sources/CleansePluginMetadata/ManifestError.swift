public import CleanseSupport

/// The reason why a `plugin.json`, a note or a part of one can't be used.
public typealias ManifestError = FieldError
