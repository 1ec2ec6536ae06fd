import CleansePluginMetadata

/// The sets of plugins of a group: which one a worker uses that is started.
///
/// A set is a private copy of the plugins and settings. A reload makes a new one of the files; a worker that is started again uses
/// the one that has served last, whatever the files are then. If workers with that crash again and again, it is given up for the
/// one that served before it, until a reload.
struct GroupSets: Equatable, Sendable {
  /// A set that has served.
  struct Served: Codable, Equatable, Sendable {
    let number: SetNumber
    /// The state of the files when they were copied; nil if it is not known.
    let files: String?
    /// The digests of its plugins that are known, by identifier.
    let digests: [String: String]
    /// Whether it was accepted although it lacks plugins that served before.
    let hasLosses: Bool
    /// What distinguishes its permissions from others; nil if it is not known.
    let permissions: String?
    /// How much of the machine the processes of the island may use with it; nil if nothing is limited.
    let limits: IslandLimits?

    init(
      number: SetNumber, files: String?, digests: [String: String] = [:], hasLosses: Bool = false,
      permissions: String? = nil, limits: IslandLimits? = nil
    ) {
      (self.number, self.files) = (number, files)
      (self.digests, self.hasLosses, self.permissions) = (digests, hasLosses, permissions)
      self.limits = limits
    }
  }

  /// The set of a worker that is started.
  struct Choice {
    let number: SetNumber
    /// Whether the worker makes the copy.
    var isNew = false
    /// How much of the machine its processes may use; nil if nothing is limited.
    var limits: IslandLimits?
  }

  /// After this time, a set has proved itself: what makes it crash then is nothing that the reload has brought.
  private static let proof: UInt64 = 3600 * 1_000_000_000

  /// How often workers with one set may end by themselves.
  let limit: CrashLimit
  private(set) var lastNumber = SetNumber(rawValue: 0)
  /// The set that has served last; nil before, or if it was damaged.
  private(set) var served: Served?
  /// Since when it has served, with all of its workers.
  private(set) var servedSince: UInt64?
  /// The last set before that to which it is of use to go back; nil if there is none.
  private(set) var previous: Served?
  /// When workers with the set that has served last have ended by themselves.
  private var ends: [UInt64] = []
  /// The state of the files; nil before they are known.
  private var files: String?
  /// Since when the files differ from those that serve; nil if they don't.
  private(set) var changed: UInt64?
  /// The state of the files that the last reload has copied; nil before.
  private var tried: String?
  /// The state of the files whose plugins have failed last, in a reload or later; nil if it is not known.
  private var failed: String?

  init(
    limit: CrashLimit, lastNumber: SetNumber = SetNumber(rawValue: 0), served: Served? = nil
  ) {
    (self.limit, self.lastNumber, self.served) = (limit, lastNumber, served)
  }

  /// The sets whose copies have to be kept, besides those of workers.
  var kept: Set<SetNumber> { Set([served, previous].compactMap { $0?.number }) }

  /// The set of a worker that is started.
  mutating func next(isReload: Bool) -> Choice {
    if !isReload, let served { return Choice(served) }
    lastNumber = SetNumber(rawValue: lastNumber.rawValue + 1)
    tried = nil
    return Choice(number: lastNumber, isNew: true)
  }

  /// The application has made a set, which an island uses as well.
  mutating func take(_ number: SetNumber) {
    lastNumber = number
  }

  /// Whether the files differ from those that serve, and are those that have failed: a reload would fail again.
  var haveChangesFailed: Bool { changed != nil && failed != nil && failed == files }

  /// A worker of a reload copies the files in this state.
  mutating func `try`(_ files: String, at now: UInt64) {
    tried = files
    see(files, at: now)
  }

  /// A reload of the files has failed.
  mutating func failReload() { failed = tried ?? failed }

  /// A worker with this set serves.
  mutating func serve(_ set: Served, at now: UInt64) {
    if served?.number != set.number {
      // One whose workers crash is nothing to go back to, nor is one in which plugins were missing.
      if let served, !served.hasLosses, !limit.isRecent(ends.last, at: now) { previous = served }
      // A plugin could crash to get back what it may not do any more.
      if previous?.permissions != set.permissions { previous = nil }
      (served, ends) = (set, [])
      servedSince = now
    }
    compare(at: now)
  }

  /// Forgets the set before the one that serves when that has proved itself.
  mutating func forgetPrevious(at now: UInt64) {
    if let proofDue, proofDue <= now { previous = nil }
  }

  /// When it has; nil if there is no set before it.
  var proofDue: UInt64? { previous == nil ? nil : servedSince.map { $0 + Self.proof } }

  /// The copy of a set is damaged, and can't be used any more.
  mutating func lose(_ number: SetNumber) {
    if served?.number == number { served = nil }
    if previous?.number == number { previous = nil }
  }

  /// A worker with a set has ended by itself.
  ///
  /// - Parameters:
  ///   - culprit: The plugin that has made it fail; nil if it is not known.
  ///   - mayGoBack: Whether the set before it can be used.
  /// - Returns: Whether the set before it is used from now on, because there were too many ends. It is not if it has the same
  ///   culprit.
  mutating func end(
    of number: SetNumber, because culprit: String?, mayGoBack: Bool = true, at now: UInt64
  ) -> Bool {
    guard let set = served, set.number == number else { return false }
    guard limit.isExceeded(by: &ends, at: now), mayGoBack, let previous,
      !previous.hasSame(culprit, as: set)
    else { return false }
    failed = set.files
    (served, self.previous, ends) = (previous, nil, [])
    servedSince = now
    compare(at: now)
    return true
  }

  /// The files have this state.
  mutating func see(_ files: String, at now: UInt64) {
    self.files = files
    compare(at: now)
  }

  private mutating func compare(at now: UInt64) {
    let differs = served?.files != nil && files != nil && served?.files != files
    changed = differs ? changed ?? now : nil
  }
}

extension GroupSets.Choice {
  /// A set that has served.
  init(_ served: GroupSets.Served) {
    self.init(number: served.number, limits: served.limits)
  }
}

extension GroupSets.Served {
  /// Whether a plugin is the same file in both sets.
  fileprivate func hasSame(_ plugin: String?, as other: Self) -> Bool {
    guard let plugin, let digest = digests[plugin] else { return false }
    return other.digests[plugin] == digest
  }
}
