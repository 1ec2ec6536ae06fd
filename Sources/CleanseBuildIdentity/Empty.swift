// The build-tool plugin generates the only declaration of this module; SwiftPM requires a source file.
