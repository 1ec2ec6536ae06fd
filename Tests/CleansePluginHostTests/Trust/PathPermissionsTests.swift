@testable import CleansePluginTrust
import CleanseSupport
import CleanseTestSupport
import Glibc
import Testing

@Suite("Users that can change a plugin")
struct PathPermissionsTests {
  /// A fictitious file system: paths that are not named belong to root, and only root may write to them.
  private func weaknesses(
    of path: String = "/srv/plugins/words.so", user: UInt32 = 1000, unmapped: UInt32? = nil,
    _ entries: [String: PathStatus]
  ) -> [String] {
    let identity = UserIdentity(number: user, unmapped: unmapped)
    var permissions = PathPermissions(user: identity) { path in
      .success(entries[path.text] ?? PathStatus(owner: 0, mode: 0o755))
    }
    return permissions.weaknesses(of: path).map(\.description)
  }

  @Test("no others, if all belongs to root or the user and only they may write to it")
  func sound() {
    #expect(weaknesses([:]) == [])
    #expect(
      weaknesses([
        "/srv": PathStatus(owner: 1000, mode: 0o755),
        "/srv/plugins": PathStatus(owner: 1000, mode: 0o2755),
        "/srv/plugins/words.so": PathStatus(owner: 1000, mode: 0o100600),
      ]) == [])
  }

  @Test("the owner and the writers of the file and of each directory on the way, up to the root")
  func weak() {
    #expect(
      weaknesses([
        "/": PathStatus(owner: 0, mode: 0o777), "/srv": PathStatus(owner: 7, mode: 0o755),
        "/srv/plugins": PathStatus(owner: 0, mode: 0o775),
        "/srv/plugins/words.so": PathStatus(owner: 1001, mode: 0o646),
      ]) == [
        "/srv/plugins/words.so belongs to user 1001",
        "/srv/plugins/words.so is writable by any user (mode 646)",
        "/srv/plugins is writable by its group (mode 775)", "/srv belongs to user 7",
        "/ is writable by any user (mode 777)",
      ])
  }

  @Test("root trusts no user but itself")
  func root() {
    let entries = ["/srv/plugins/words.so": PathStatus(owner: 1000, mode: 0o644)]
    #expect(weaknesses(entries) == [])
    #expect(weaknesses(user: 0, entries) == ["/srv/plugins/words.so belongs to user 1000"])
  }

  // In a user namespace, a host with the overflow user's number took the files of all unmapped users for its own.
  @Test("the number of unmapped users is trusted neither as the user's nor as root's")
  func unmapped() {
    let entries = ["/srv/plugins/words.so": PathStatus(owner: 65534, mode: 0o644)]
    let message =
      "/srv/plugins/words.so belongs to a user that this user namespace does not map (shown as user 65534)"
    #expect(weaknesses(user: 65534, entries) == [])
    #expect(weaknesses(user: 65534, unmapped: 65534, entries) == [message])
    #expect(weaknesses(user: 1000, unmapped: 65534, entries) == [message])
    #expect(
      weaknesses(unmapped: 0, [:]).last
        == "/ belongs to a user that this user namespace does not map (shown as user 0)")
  }

  @Test("a sticky directory is accepted as an ancestor, but not as the plugin's own directory")
  func sticky() {
    let shared = PathStatus(owner: 0, mode: 0o1777)
    let deep = "/tmp/mine/words.so"
    #expect(weaknesses(of: deep, ["/tmp": shared]) == [])
    #expect(
      weaknesses(of: deep, ["/tmp": shared, "/tmp/mine": PathStatus(owner: 7, mode: 0o755)])
        == ["/tmp/mine belongs to user 7"])
    #expect(
      weaknesses(of: "/tmp/words.so", ["/tmp": shared])
        == ["any user may put libraries next to it into /tmp (mode 1777)"])
    // That bit has no meaning for a file.
    #expect(
      weaknesses(["/srv/plugins/words.so": shared])
        == ["/srv/plugins/words.so is writable by any user (mode 1777)"])
  }

  @Test("the same applies to the root directory")
  func directories() {
    let open = PathStatus(owner: 0, mode: 0o777)
    var permissions = PathPermissions(user: UserIdentity(number: 0)) { path in
      .success(path == "/srv" ? open : PathStatus(owner: 0, mode: 0o755))
    }
    let srv = "/srv is writable by any user (mode 777)"
    #expect(permissions.weaknesses(of: "/words.so").isEmpty)
    #expect(permissions.weaknesses(of: "/srv/words.so").map(\.description) == [srv])
  }

  /// A fictitious file system with these entries alone.
  private func permissions(
    _ entries: [String: PathStatus], onRead: @escaping (FilePath) -> Void = { _ in }
  ) -> PathPermissions {
    PathPermissions(user: UserIdentity(number: 0)) { path in
      onRead(path)
      if path == "/" { return .success(PathStatus(owner: 0, mode: 0o755)) }
      return entries[path.text].map { .success($0) } ?? .failure(.init(errno: ENOENT))
    }
  }

  @Test("a library counts with its own directories and with those of each link to it")
  func library() {
    let open = PathStatus(owner: 0, mode: 0o777)
    let closed = PathStatus(owner: 0, mode: 0o755)
    var readPaths: [FilePath] = []
    var permissions = permissions([
      "/srv": open, "/srv/lib": closed, "/opt": open, "/opt/words.so": closed,
      "/srv/lib/words.so": PathStatus(owner: 0, mode: 0o777, target: "../../opt/words.so"),
      "/usr": closed, "/usr/words.so": closed,
      "/tmp": PathStatus(owner: 0, mode: 0o1777),
      "/tmp/lib": PathStatus(owner: 7, mode: 0o777, target: "/usr"),
      "/loop": PathStatus(owner: 0, mode: 0o777, target: "loop"),
    ]) { readPaths.append($0) }
    for _ in 0..<3 {
      #expect(
        permissions.weaknesses(ofLibrary: "/srv/lib/words.so").map(\.description) == [
          "/opt is writable by any user (mode 777)",
          "/srv is writable by any user (mode 777)",
        ])
    }
    #expect(readPaths.count == Set(readPaths).count)
    #expect(permissions.weaknesses(ofLibrary: "/usr/words.so").isEmpty)
    // The owner of a link in the path can change its target.
    #expect(
      permissions.weaknesses(ofLibrary: "/tmp/lib/words.so").map(\.description)
        == ["/tmp/lib belongs to user 7"])
    #expect(
      permissions.weaknesses(ofLibrary: "/absent.so").map(\.description)
        == ["the permissions of /absent.so can't be read: No such file or directory"])
    #expect(
      permissions.weaknesses(ofLibrary: "/loop").map(\.description)
        == ["the permissions of /loop can't be read: Too many levels of symbolic links"])
  }

  @Test(
    "the file that a dangling link would find counts like a library")
  func candidate() {
    let closed = PathStatus(owner: 0, mode: 0o755)
    let foreign = PathStatus(owner: 7, mode: 0o755)
    func link(_ target: FilePath) -> PathStatus {
      PathStatus(owner: 0, mode: 0o777, target: target)
    }
    var permissions = permissions([
      "/srv": closed, "/tmp": PathStatus(owner: 0, mode: 0o1777), "/nb": foreign,
      "/srv/sound": link("none/liba.so"), "/srv/nb": link("/nb/liba.so"),
      "/srv/deep": link("/nb/none/liba.so"), "/srv/chain": link("sound2"),
      "/srv/sound2": link("/tmp/liba.so"), "/srv/liba.so": foreign,
      "/srv/libb.so": PathStatus(owner: 0, mode: 0o666),
      "/srv/mine": PathStatus(owner: 7, mode: 0o777, target: "none"),
    ])
    func weaknesses(_ path: FilePath) -> [String] {
      permissions.weaknesses(ofCandidate: path).map(\.description)
    }
    #expect(weaknesses("/srv/sound") == [])
    #expect(weaknesses("/srv/nb") == ["/nb belongs to user 7"])
    #expect(weaknesses("/srv/deep") == ["/nb belongs to user 7"])
    #expect(
      weaknesses("/srv/chain") == [
        "any user may create /tmp/liba.so, where libraries are searched for, in /tmp (mode 1777)"
      ])
    #expect(weaknesses("/srv/liba.so") == ["/srv/liba.so belongs to user 7"])
    #expect(weaknesses("/srv/libb.so") == ["/srv/libb.so is writable by any user (mode 666)"])
    #expect(weaknesses("/srv/mine") == ["/srv/mine belongs to user 7"])
  }

  @Test("a searched directory counts, also one that others may create")
  func searched() {
    let closed = PathStatus(owner: 0, mode: 0o755)
    let shared = PathStatus(owner: 0, mode: 0o1777)
    var permissions = permissions([
      "/srv": closed, "/srv/lib": closed, "/tmp": shared, "/tmp/mine": closed,
      "/srv/later": PathStatus(owner: 0, mode: 0o777, target: "/tmp/later/lib"),
      "/home": closed, "/home/ada": PathStatus(owner: 7, mode: 0o755),
    ])
    func weaknesses(_ path: FilePath) -> [String] {
      permissions.weaknesses(ofSearched: path).map(\.description)
    }
    for path in [
      "/srv/lib", "/srv/lib/glibc-hwcaps/x86-64-v2", "/srv/none/lib", "/tmp/mine/none", "/",
    ] as [FilePath] {
      #expect(weaknesses(path) == [])
    }
    let created =
      "any user may create /tmp/later, where libraries are searched for, in /tmp (mode 1777)"
    #expect(weaknesses("/tmp/later") == [created])
    #expect(weaknesses("/tmp/later/glibc-hwcaps") == [created])
    #expect(weaknesses("/tmp/mine/../later/lib") == [created])
    #expect(weaknesses("/srv/later") == [created])
    #expect(weaknesses("/tmp") == ["any user may put libraries next to it into /tmp (mode 1777)"])
    #expect(weaknesses("/home/ada/lib") == ["/home/ada belongs to user 7"])
    #expect(weaknesses("lib") == ["lib is not an absolute path"])
  }

  // The directory was accepted, and another one was searched when the host was started elsewhere.
  @Test("a searched directory that depends on the process is reported, also behind a link")
  func processDirectories() {
    let closed = PathStatus(owner: 0, mode: 0o755)
    var permissions = permissions([
      "/proc": closed, "/proc/12": closed,
      "/proc/self": PathStatus(owner: 0, mode: 0o777, target: "12"),
      "/proc/12/cwd": PathStatus(owner: 0, mode: 0o777, target: "/srv"), "/srv": closed,
      "/srv/link": PathStatus(owner: 0, mode: 0o777, target: "/proc/12/cwd/lib"),
    ])
    for path in ["/proc/self/cwd/lib", "/proc/12/cwd", "/srv/link"] as [FilePath] {
      #expect(
        permissions.weaknesses(ofSearched: path).map(\.description)
          == ["\(path) leads through a link in /proc, whose target depends on the process"])
    }
    #expect(permissions.weaknesses(ofSearched: "/srv").isEmpty)
  }

  @Test("a user in an access control list counts, and a group only if the mask lets it write")
  func listed() throws {
    func list(_ entries: [(tag: UInt8, permissions: UInt8, identifier: UInt8)])
      -> AccessControlList?
    {
      AccessControlList(
        [2, 0, 0, 0] + entries.flatMap { [$0.tag, 0, $0.permissions, 0, $0.identifier, 0, 0, 0] })
    }
    let named = try #require(
      list([(1, 6, 0), (2, 6, 9), (4, 4, 0), (8, 7, 5), (8, 5, 6), (0x10, 7, 0), (0x20, 4, 0)]))
    #expect(named.writers == [.user(9), .group(5)])
    #expect(!named.groupMayWrite)
    let masked = try #require(list([(1, 6, 0), (2, 6, 9), (4, 6, 0), (0x10, 5, 0), (0x20, 4, 0)]))
    #expect(masked.writers == [])
    #expect(!masked.groupMayWrite)
    for bytes in [[], [1, 0, 0, 0], [2, 0, 0, 0, 1], [2, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0]] as [[UInt8]]
    {
      #expect(AccessControlList(bytes) == nil)
    }
    #expect(
      weaknesses([
        "/srv/plugins": PathStatus(
          owner: 0, mode: 0o755, listed: [.user(0), .user(1000), .user(9)]),
        "/srv": PathStatus(owner: 0, mode: 0o755, listed: [.group(5)]),
      ]) == [
        "/srv/plugins is writable by user 9, by its access control list",
        "/srv is writable by group 5, by its access control list",
      ])
  }

  @Test(
    "a file's list is read from the system",
    .enabled(if: access("/usr/bin/setfacl", X_OK) == 0, "needs setfacl, of Debian's acl"))
  func realList() throws {
    let scratch = try TemporaryDirectory()
    let path = try scratch.write([], to: "file")
    try #require(chmod(path, 0o644) == 0)
    let setting = "/usr/bin/setfacl -m u:12345:rw,g:54321:r '\(path)'"
    try #require(ChildProcess.shell(setting).status == 0)
    let status = try PathStatus.read(FilePath(path)).get()
    #expect(status.listed == [.user(12345)])
    #expect(status.mode == 0o644)
    try #require(ChildProcess.shell("/usr/bin/setfacl -m m::r '\(path)'").status == 0)
    #expect(try PathStatus.read(FilePath(path)).get().listed == [])
  }

  @Test("an unreadable entry counts")
  func unknown() {
    var permissions = PathPermissions(user: UserIdentity(number: 0)) { path in
      path == "/srv" ? .failure(.init(errno: EACCES)) : .success(PathStatus(owner: 0, mode: 0o755))
    }
    #expect(
      permissions.weaknesses(of: "/srv/words.so").map(\.description)
        == ["the permissions of /srv can't be read: Permission denied"])
  }

  // A slash and the combining mark after it are one `Character`, so the directory before that slash was not checked.
  @Test("a combining mark at the start of a name hides no directory")
  func combiningMark() {
    var permissions = PathPermissions(user: UserIdentity(number: 0)) { path in
      .success(PathStatus(owner: 0, mode: path == "/srv/open" ? 0o777 : 0o755))
    }
    let expected = ["/srv/open is writable by any user (mode 777)"]
    #expect(
      permissions.weaknesses(of: "/srv/open/\u{301}plug/words.so").map(\.description) == expected)
    #expect(
      permissions.weaknesses(ofSearched: "/srv/open/\u{301}plug").map(\.description) == expected)
  }

  // The status of a directory was cached by canonical equivalence.
  @Test("directories whose names look the same are checked each")
  func equivalentNames() {
    var permissions = PathPermissions(user: UserIdentity(number: 0)) { path in
      .success(PathStatus(owner: 0, mode: path == "/srv/cafe\u{301}" ? 0o777 : 0o755))
    }
    #expect(permissions.weaknesses(ofLibrary: "/srv/caf\u{E9}/words.so") == [])
    #expect(
      permissions.weaknesses(ofLibrary: "/srv/cafe\u{301}/words.so")
        == [.writable("/srv/cafe\u{301}", mode: 0o777)])
  }

  @Test("each directory is read once")
  func memo() {
    var readPaths: [FilePath] = []
    var permissions = PathPermissions(user: UserIdentity(number: 0)) { path in
      readPaths.append(path)
      return .success(PathStatus(owner: 0, mode: 0o755))
    }
    for name in ["a", "b", "c"] { _ = permissions.weaknesses(of: "/srv/plugins/\(name).so") }
    #expect(
      readPaths == [
        "/srv", "/", "/srv/plugins", "/srv/plugins/a.so", "/srv/plugins/b.so", "/srv/plugins/c.so",
      ])
  }

  @Test("the entry itself is read, so a link is never mistaken for its target")
  func real() throws {
    let scratch = try TemporaryDirectory()
    let path = try scratch.write([], to: "file")
    #expect(chmod(path, 0o640) == 0)
    #expect(
      PathStatus.read(FilePath(path)) == .success(PathStatus(owner: geteuid(), mode: 0o640)))
    let link = try PathStatus.read(FilePath(scratch.link("link", to: path))).get()
    #expect(link.mode & 0o022 != 0)
    #expect(PathStatus.read(FilePath(scratch.path(of: "none"))) == .failure(.init(errno: ENOENT)))
  }

  // In a working directory that is not UTF-8, the links on the path of a plugin were not checked.
  @Test("the links on a relative path are checked in any working directory, or unknown")
  func relativeLinks() {
    let directory = FilePath(bytes: Array("/srv/".utf8) + [0xFF])
    var permissions = PathPermissions(user: UserIdentity(number: 1000)) { path in
      .success(PathStatus(owner: path == directory ? 7 : 0, mode: 0o755))
    }
    #expect(
      permissions.weaknesses(ofLinksOn: "words.so", to: "/usr/words.so") { directory }
        == [.foreign(directory, owner: 7)])
    #expect(
      permissions.weaknesses(ofLinksOn: "words.so", to: directory.appending("words.so")) {
        directory
      } == [])
    let unknown = permissions.weaknesses(ofLinksOn: "words.so", to: "/usr/words.so") {
      () throws(SystemError) in throw SystemError(number: ENOENT)
    }
    #expect(unknown == [.unknown("words.so", errno: ENOENT)])
  }
}
