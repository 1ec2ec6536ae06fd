/// What is left of a binding whose contributor was rejected: enough to say that it would be there.
struct DroppedBinding: Sendable {
  var key: any RecordedKey.Type
  /// For one of C: what it says itself.
  let foreign: CKey?
  let location: RecordedLocation?
  let provenance: Provenance

  init(_ binding: RecordedBinding) {
    key = binding.key
    foreign = binding.foreign?.key
    location = binding.location
    provenance = binding.provenance
  }
}
