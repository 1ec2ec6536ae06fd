import CleanseSupport
import FoundationEssentials
import Glibc
import Testing

@Suite("Files that are written atomically")
struct FileDraftTests {
  @Test("creating a file fails if it exists, and leaves no temporary file")
  func creating() throws {
    let folder = try Folder()
    func write(_ text: String) throws(SystemError) {
      try FileDraft.create(Array(text.utf8), at: "\(folder.path)/a", mode: 0o600)
    }
    try write("first")
    #expect(throws: SystemError(number: EEXIST)) { try write("second") }
    #expect(folder.contents(of: "a") == "first")
    #expect(folder.names == ["a"])
  }

  @Test("a draft is removed unless it was put in place")
  func dropped() throws {
    let folder = try Folder()
    do {
      let draft = try FileDraft(for: "\(folder.path)/a", mode: 0o600)
      try draft.finish([1, 2, 3])
      #expect(folder.names.count == 1)
      #expect(folder.names.allSatisfy { $0.hasPrefix(".cleanse-") })
    }
    #expect(folder.names == [])
  }

  @Test("a file keeps the permissions of the file that it replaces")
  func permissions() throws {
    let folder = try Folder()
    let path = "\(folder.path)/a"
    try FileDraft.create([1], at: path, mode: 0o640)
    // Whatever the umask is.
    #expect(chmod(path, 0o640) == 0)
    let draft = try FileDraft(for: path, mode: 0o600)
    draft.takePermissions(of: path)
    try draft.finish([2])
    try draft.putInPlace(as: path)
    var status = stat()
    #expect(stat(path, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o640)
  }

  @Test("a missing directory is the system's error")
  func missing() {
    #expect(throws: SystemError(number: ENOENT)) {
      try FileDraft.create([], at: "/no/such/a", mode: 0o600)
    }
  }
}
