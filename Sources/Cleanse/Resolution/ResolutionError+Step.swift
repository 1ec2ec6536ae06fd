import CleanseGraph

extension ResolutionError.Step {
  init(_ binding: Binding) {
    self.init(
      binding.key, at: binding.recordedLocation, provenance: binding.provenance)
  }

  init(_ key: Key, at location: RecordedLocation?, provenance: Provenance) {
    name = key.description
    self.location = location?.sourceLocation
    self.provenance = provenance
  }
}
