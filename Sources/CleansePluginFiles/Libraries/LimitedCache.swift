/// Results by key, each of which is found once.
///
/// Their number is limited. Real plugins need fewer; malicious ones may cost time, but not memory.
struct LimitedCache<Key: Hashable, Value> {
  private var values: [Key: Value] = [:]
  private static var countLimit: Int { 100_000 }

  /// The cached value of a key, or else the one that `find` returns.
  mutating func value(of key: Key, _ find: () -> Value) -> Value {
    if let known = values[key] { return known }
    let value = find()
    self[key] = value
    return value
  }

  /// The cached value of a key. A new one is dropped at the limit.
  subscript(key: Key) -> Value? {
    get { values[key] }
    set { if values.count < Self.countLimit { values[key] = newValue } }
  }
}
