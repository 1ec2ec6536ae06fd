/// What is left of a binding whose contributor was rejected: enough to say that it would be there.
struct DroppedBinding: Sendable {
  let key: any RecordedKey.Type
  let location: RecordedLocation?
  let provenance: Provenance

  init(_ binding: RecordedBinding) {
    key = binding.key
    location = binding.location
    provenance = binding.provenance
  }
}
