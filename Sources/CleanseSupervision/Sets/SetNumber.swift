/// The number of a set of plugins, from 1: a private copy of the plugins and settings, which workers use.
struct SetNumber: RawRepresentable, Hashable, Comparable, Codable, Sendable {
  let rawValue: Int

  static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
