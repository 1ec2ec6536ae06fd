import CleanseSupport
import Testing

@testable import CleansePluginMetadata

struct PermissionsTests {
  private static func permissions(_ json: String) throws(ManifestError) -> Permissions {
    try JSONDocument.read(Array(json.utf8), sizeLimit: 1 << 20) { fields throws(ManifestError) in
      try Permissions(fields)
    }
  }

  @Test("all members are read")
  func complete() throws {
    let permissions = try Self.permissions(
      """
      {"read": ["/srv/words"], "write": ["/var/lib/words"], "ports": {"connect": [443]},
       "resolve": true, "exec": ["/usr/bin/dot", "/opt/tools/"], "memory": "2 GiB"}
      """)
    #expect(permissions.access.readable == ["/srv/words"])
    #expect(permissions.access.writable == ["/var/lib/words"])
    #expect(permissions.access.connectPorts == [443] && permissions.access.resolvesNames)
    #expect(permissions.executable == ["/usr/bin/dot", "/opt/tools"])
    #expect(permissions.memory == 2 << 30)
    #expect(try Self.permissions(#"{"memory": "128 MiB"}"#).memory == 128 << 20)
    #expect(try Self.permissions("{}") == Permissions())
  }

  @Test(
    "a mistake is reported with the member that has it",
    arguments: [
      (#"{"execute": []}"#, "execute", "is not a known key"),
      (#"{"raed": []}"#, "raed", "is not a known key; did you mean `read`?"),
      (#"{"exec": "/bin/sh"}"#, "exec", "must be an array of strings, not a string"),
      (#"{"exec": ["sh"]}"#, "exec[0]", "must be an absolute path, not `sh`"),
      (#"{"exec": ["/bin/sh", "//bin/sh"]}"#, "exec[1]", "`//bin/sh` appears twice"),
      (#"{"memory": 512}"#, "memory", "must be a string, not a number"),
    ])
  func mistakes(json: String, field: String, message: String) {
    let error = #expect(throws: ManifestError.self) { _ = try Self.permissions(json) }
    #expect(error?.field == field)
    #expect(error?.message.hasPrefix(message) == true, "\(error?.message ?? "")")
  }

  @Test(
    "a size is a number with a unit, and enough for a host",
    arguments: [
      "", " ", "512", "MiB", " MiB", "512MiB", "512  MiB", "512 mib", "512 MB", "+512 MiB",
      "-1 GiB",
      "0x200 MiB", "1.5 GiB", "127 MiB", "0 GiB", "9223372036854775807 MiB",
      "99999999999999999999 GiB",
      "٥١٢ MiB", "512 MiB ",
    ])
  func sizes(text: String) {
    let error = #expect(throws: ManifestError.self) {
      _ = try Self.permissions("{\"memory\": \"\(text)\"}")
    }
    #expect(error?.field == "memory")
    #expect(
      error?.message == "must be a size of at least 128 MiB, such as `512 MiB` or `2 GiB`, "
        + "not \(text.quoted)")
  }

  @Test("an array of more programs than a host opens is refused")
  func many() {
    let paths = (0...SystemAccess.limit).map { "\"/bin/\($0)\"" }.joined(separator: ",")
    let error = #expect(throws: ManifestError.self) {
      _ = try Self.permissions("{\"exec\": [\(paths)]}")
    }
    #expect(error?.message == "has 65 elements, more than 64")
  }

  // What is confined could replace it by a link, and use what that leads to when it is started again.
  @Test("a path below a writable one is found")
  func replaceable() throws {
    let access = try SystemAccess(reading: ["/nonexistent/a"], writing: ["/nonexistent/b"])
    #expect(Permissions(access).replaceablePath == nil)
    let permissions = try Permissions(access, executing: ["/nonexistent/b/tool"])
    #expect(permissions.replaceablePath?.path == "/nonexistent/b/tool")
    #expect(permissions.replaceablePath?.directory == "/nonexistent/b")
  }

  @Test("an application makes them with the same checks")
  func application() throws {
    let access = try SystemAccess(reading: ["/srv"])
    let permissions = try Permissions(access, executing: ["/usr/bin/dot"], memory: 1 << 30)
    #expect(permissions.memory == 1 << 30)
    let relative = #expect(throws: ManifestError.self) {
      _ = try Permissions(access, executing: ["dot"])
    }
    #expect(relative?.field == "exec[0]")
    let small = #expect(throws: ManifestError.self) {
      _ = try Permissions(access, executing: [], memory: 1000)
    }
    #expect(small?.field == "memory")
  }
}
