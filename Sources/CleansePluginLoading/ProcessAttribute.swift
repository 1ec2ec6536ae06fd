import CCleanseProbe

/// An attribute of a process that prctl(2) knows.
struct ProcessAttribute {
  private let place: Int32
  let name: String

  /// Those of which changes can be undone.
  static let restorable = all.filter { cprobe_can_set_attribute($0.place) != 0 }
  /// Those of which they can't.
  static let fixed = all.filter { cprobe_can_set_attribute($0.place) == 0 }

  private static let all: [ProcessAttribute] = {
    var attributes: [ProcessAttribute] = []
    // The texts are constants.
    while let name = unsafe cprobe_attribute_name(Int32(attributes.count)) {
      attributes.append(
        ProcessAttribute(place: Int32(attributes.count), name: unsafe String(cString: name)))
    }
    return attributes
  }()

  /// The value in this process; -1 if the system does not support it.
  var value: Int64 { cprobe_attribute(place) }

  func set(_ value: Int64) { cprobe_set_attribute(place, value) }
}
