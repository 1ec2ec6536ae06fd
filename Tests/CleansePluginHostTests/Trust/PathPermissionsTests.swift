@testable import PluginTrust
import CleanseTestSupport
import Glibc
import Testing

@Suite("Who else can change a plugin")
struct PathPermissionsTests {
  /// A made-up file system: what is not named belongs to root and only root may write it.
  private func weaknesses(
    of path: String = "/srv/plugins/words.so", user: UInt32 = 1000,
    _ entries: [String: PathStatus]
  ) -> [String] {
    var permissions = PathPermissions(user: user) { path in
      .success(entries[path] ?? PathStatus(owner: 0, mode: 0o755))
    }
    return permissions.weaknesses(of: path).map(\.description)
  }

  @Test("nobody, where everything belongs to root or the user and only they may write it")
  func sound() {
    #expect(weaknesses([:]) == [])
    #expect(
      weaknesses([
        "/srv": PathStatus(owner: 1000, mode: 0o755),
        "/srv/plugins": PathStatus(owner: 1000, mode: 0o2755),
        "/srv/plugins/words.so": PathStatus(owner: 1000, mode: 0o100600),
      ]) == [])
  }

  @Test("whoever owns or may write the file or any directory on the way, up to the root")
  func weak() {
    #expect(
      weaknesses([
        "/": PathStatus(owner: 0, mode: 0o777), "/srv": PathStatus(owner: 7, mode: 0o755),
        "/srv/plugins": PathStatus(owner: 0, mode: 0o775),
        "/srv/plugins/words.so": PathStatus(owner: 1001, mode: 0o646),
      ]) == [
        "/srv/plugins/words.so belongs to user 1001",
        "/srv/plugins/words.so may be written by everybody (mode 646)",
        "/srv/plugins may be written by its group (mode 775)", "/srv belongs to user 7",
        "/ may be written by everybody (mode 777)",
      ])
  }

  @Test("root trusts no user but itself")
  func root() {
    let entries = ["/srv/plugins/words.so": PathStatus(owner: 1000, mode: 0o644)]
    #expect(weaknesses(entries) == [])
    #expect(weaknesses(user: 0, entries) == ["/srv/plugins/words.so belongs to user 1000"])
  }

  @Test("a sticky directory is fine on the way, and not for the plugin itself to lie in")
  func sticky() {
    let shared = PathStatus(owner: 0, mode: 0o1777)
    let deep = "/tmp/mine/words.so"
    #expect(weaknesses(of: deep, ["/tmp": shared]) == [])
    #expect(
      weaknesses(of: deep, ["/tmp": shared, "/tmp/mine": PathStatus(owner: 7, mode: 0o755)])
        == ["/tmp/mine belongs to user 7"])
    #expect(
      weaknesses(of: "/tmp/words.so", ["/tmp": shared])
        == ["everybody may put libraries beside it into /tmp (mode 1777)"])
    // A file has no use for that bit.
    #expect(
      weaknesses(["/srv/plugins/words.so": shared])
        == ["/srv/plugins/words.so may be written by everybody (mode 1777)"])
  }

  @Test("in a directory and at the root, the same holds for whatever lies there")
  func directories() {
    let open = PathStatus(owner: 0, mode: 0o777)
    var permissions = PathPermissions(user: 0) { path in
      .success(path == "/srv" ? open : PathStatus(owner: 0, mode: 0o755))
    }
    let srv = "/srv may be written by everybody (mode 777)"
    #expect(permissions.weaknesses(ofFilesIn: "/srv/plugins").map(\.description) == [srv])
    #expect(permissions.weaknesses(ofFilesIn: "/srv").map(\.description) == [srv])
    #expect(permissions.weaknesses(ofFilesIn: "/").isEmpty)
    #expect(permissions.weaknesses(of: "/words.so").isEmpty)
    #expect(permissions.weaknesses(of: "/srv/words.so").map(\.description) == [srv])
  }

  @Test("a library counts with its own directories and with those of the link that leads to it")
  func library() {
    let open = PathStatus(owner: 0, mode: 0o777)
    var asked = 0
    var permissions = PathPermissions(user: 0) { path in
      .success(["/srv", "/opt"].contains(path) ? open : PathStatus(owner: 0, mode: 0o755))
    } resolved: { path in
      asked += 1
      switch path {
      case "/srv/lib/words.so": return .success("/opt/words.so")
      case "/gone.so": return .failure(.init(errno: ENOENT))
      default: return .success(path)
      }
    }
    let weak = [
      "/opt may be written by everybody (mode 777)", "/srv may be written by everybody (mode 777)",
    ]
    for _ in 0..<3 {
      #expect(permissions.weaknesses(ofLibrary: "/srv/lib/words.so").map(\.description) == weak)
    }
    #expect(asked == 2)
    #expect(permissions.weaknesses(ofLibrary: "/usr/lib/words.so").isEmpty)
    #expect(
      permissions.weaknesses(ofLibrary: "/gone.so").map(\.description)
        == ["who may write /gone.so can't be found out: No such file or directory"])
  }

  @Test("what the system does not tell counts, and so does a path that is not absolute")
  func unknown() {
    var permissions = PathPermissions(user: 0) { path in
      path == "/srv" ? .failure(.init(errno: EACCES)) : .success(PathStatus(owner: 0, mode: 0o755))
    }
    #expect(
      permissions.weaknesses(of: "/srv/words.so").map(\.description)
        == ["who may write /srv can't be found out: Permission denied"])
    #expect(
      permissions.weaknesses(of: "words.so").map(\.description)
        == ["words.so is not an absolute path"])
  }

  @Test("each directory is asked for once")
  func memo() {
    var asked: [String] = []
    var permissions = PathPermissions(user: 0) { path in
      asked.append(path)
      return .success(PathStatus(owner: 0, mode: 0o755))
    }
    for name in ["a", "b", "c"] { _ = permissions.weaknesses(of: "/srv/plugins/\(name).so") }
    #expect(
      asked == [
        "/srv/plugins/a.so", "/srv/plugins", "/srv", "/", "/srv/plugins/b.so", "/srv/plugins/c.so",
      ])
  }

  @Test("the system is asked of the entry itself, so a link is never taken for what it leads to")
  func real() throws {
    let scratch = try TemporaryDirectory()
    let path = try scratch.write([], to: "file")
    #expect(chmod(path, 0o640) == 0)
    #expect(
      PathStatus.read(path) == .success(PathStatus(owner: PathStatus.currentUser, mode: 0o640)))
    let link = try PathStatus.read(scratch.link("link", to: path)).get()
    #expect(link.mode & 0o022 != 0)
    #expect(PathStatus.read(scratch.path(of: "none")) == .failure(.init(errno: ENOENT)))
  }
}
