import CCleanseLoadedObjects

/// The loaded objects, each of which is read once: a process can have thousands, and a plugin adds few.
struct LoadedObjectList {
  /// In the order in which they were loaded, the program first.
  private(set) var objects: [LoadedObject] = []
  private var state = cleanse_object_list()

  /// What an update has found.
  struct Update {
    let objects: [LoadedObject]
    /// Whether these are all loaded objects, because one was unloaded; otherwise, they are the new ones.
    let isComplete: Bool
  }

  /// Reads the objects that were loaded since the last call.
  @discardableResult
  mutating func update() -> Update {
    var found: [LoadedObject] = []
    let isComplete = unsafe withUnsafeMutablePointer(to: &found) { target in
      unsafe cleanse_each_new_object(
        &state,
        { object, target in
          guard let object = unsafe object,
            let found = unsafe target?.assumingMemoryBound(to: [LoadedObject].self)
          else { return }
          unsafe found.pointee.append(LoadedObject(object.pointee))
        }, target)
    }
    if isComplete { objects = found } else { objects += found }
    return Update(objects: found, isComplete: isComplete)
  }
}
