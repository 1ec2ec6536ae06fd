/// The name of a group.
struct GroupName: Hashable {
  let text: String
  /// Whether it is an island.
  var isIsland = false

  /// The group of all services or, if islands run apart, of the application.
  static let all = GroupName(text: "all")

  /// An island.
  static func island(_ name: String) -> GroupName { GroupName(text: name, isIsland: true) }
}
