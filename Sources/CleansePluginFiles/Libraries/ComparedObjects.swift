import CleanseSupport

/// A plugin that was loaded, with its inspected files.
struct LoadedFiles {
  let files: ExpectedMappings.Files
  /// The object that contains its code; nil if there is none.
  let object: LoadedObject?
  /// What was loaded since the plugin before it.
  let arrivals: LoadedObjectList.Update
}

/// The loaded objects of this process: which of them were compared with inspected files, and which were not.
struct ComparedObjects {
  private var list = LoadedObjectList()
  /// Those that were loaded before the first plugin, and the names that lead to them.
  private var own: Set<[Range<UInt>]> = []
  private var ownNames: Set<LinkerName> = []
  /// Those that were compared; they are never unloaded.
  private var verified = VerifiedObjects()
  /// All others, in the order in which they were loaded.
  private var uncompared: [LoadedObject] = []

  /// Takes all currently loaded objects as those of the process itself, unless that was done before.
  mutating func begin() {
    guard own.isEmpty else { return }
    list.update()
    own = Set(list.objects.map(\.addresses))
    ownNames = LoadedObject.names(of: list.objects)
  }

  /// Finds what was loaded for a plugin, before another one is loaded.
  mutating func loaded(_ files: ExpectedMappings.Files, at address: UInt) -> LoadedFiles {
    let arrivals = list.update()
    // A plugin that was loaded before is not new.
    let object =
      arrivals.objects.first { $0.contains(address) }
      ?? list.objects.first { $0.contains(address) }
    return LoadedFiles(files: files, object: object, arrivals: arrivals)
  }

  /// Compares the objects that a plugin needs, transitively, with its inspected files. What a compared object needs has
  /// been compared, too.
  mutating func mismatch(
    of plugin: LoadedFiles, in map: MemoryMap
  ) throws(ExpectedMappings.Failure) -> ExpectedMappings.Mismatch {
    add(plugin.arrivals)
    let expected = plugin.files.pages.map(map.identity(at:))
    guard let object = plugin.object, let first = expected.first.flatMap(\.self),
      map.identity(of: object) == first
    else { throw .changed(plugin.files.path) }
    let needed = LoadedObject.needed(by: object, among: uncompared)
    let files = Set(expected.compactMap(\.self))
    var mismatch = ExpectedMappings.Mismatch()
    mismatch.uninspected = needed.filter { object in
      !verified.addresses.contains(object.addresses)
        && map.identity(of: object).map(files.contains) != true
    }.map(\.path)
    mismatch.ofOthers = others(neededBy: needed).filter { other in
      other.identity.map(files.contains) != true && !plugin.files.contains(other)
    }.map(\.path)
    // Otherwise, the next plugin that needs one of these libraries is compared with all of them again.
    if mismatch.isEmpty { verify(needed, plugin.files, expected, map) }
    return mismatch
  }

  private mutating func add(_ arrivals: LoadedObjectList.Update) {
    // Where an unloaded object was, there may be another one.
    if arrivals.isComplete { uncompared = [] }
    uncompared += arrivals.objects.filter {
      !own.contains($0.addresses) && !verified.addresses.contains($0.addresses)
    }
  }

  /// The libraries that were compared for other plugins, and that objects get by a name.
  private func others(neededBy objects: [LoadedObject]) -> [VerifiedObjects.Object] {
    // Few names lead to a library of another plugin.
    lazy var names = Set(
      objects.flatMap { [$0.needs.ownName ?? lastComponent(of: $0.path), $0.path] }
        .map { LinkerName($0) })
    let needed = objects.flatMap { $0.needs.expandedNames(at: FilePath($0.path)) }
    return verified.needed(by: needed) {
      ownNames.contains($0) || names.contains($0)
    }
  }

  private mutating func verify(
    _ objects: [LoadedObject], _ files: ExpectedMappings.Files,
    _ expected: [MemoryMap.FileIdentity?], _ map: MemoryMap
  ) {
    for object in objects {
      let identity = map.identity(of: object)
      // The plugin comes before the libraries.
      let index = expected.dropFirst().firstIndex { $0 != nil && $0 == identity }
      let found = VerifiedObjects.Object(
        path: object.path, needs: object.needs, identity: identity,
        digest: index.flatMap { files.libraries[$0 - 1].digest }, isLibrary: index != nil)
      verified.add(found, object.addresses)
    }
    uncompared.removeAll { verified.addresses.contains($0.addresses) }
  }
}

extension ExpectedMappings.Files {
  /// Whether a library of another plugin has the contents of one that was inspected for this plugin.
  fileprivate func contains(_ other: VerifiedObjects.Object) -> Bool {
    other.digest != nil && libraries.contains { $0.digest == other.digest }
  }
}
