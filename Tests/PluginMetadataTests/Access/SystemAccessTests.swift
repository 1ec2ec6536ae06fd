import CleanseSupport
import FoundationEssentials
import Testing

@testable import CleansePluginMetadata

struct SystemAccessTests {
  private static let complete = """
    {"read": ["/srv/words"], "write": ["/var/lib/words/", "/run//x"],
     "ports": {"connect": [443, 5432], "bind": [0, 8080]}, "resolve": true}
    """

  private static func access(_ json: String) throws(ManifestError) -> SystemAccess {
    try JSONDocument.read(Array(json.utf8), sizeLimit: 1 << 20, make: SystemAccess.init(_:))
  }

  @Test("all members are read, and paths lose what names nothing")
  func complete() throws {
    let access = try Self.access(Self.complete)
    #expect(access.readable == ["/srv/words"])
    #expect(access.writable == ["/var/lib/words", "/run/x"])
    #expect(access.connectPorts == [443, 5432] && access.bindPorts == [0, 8080])
    #expect(access.resolvesNames)
    #expect(try Self.access("{}").isEmpty && !access.isEmpty)
  }

  @Test("it is written as it is read, without what it does not allow")
  func coding() throws {
    let access = try Self.access(Self.complete)
    let json = Array(try JSONEncoder().encode(access))
    #expect(try Self.access(String(decoding: json, as: UTF8.self)) == access)
    #expect(try JSONDecoder().decode(SystemAccess.self, from: Data(json)) == access)
    #expect(String(decoding: try JSONEncoder().encode(SystemAccess()), as: UTF8.self) == "{}")
  }

  @Test("the access of several plugins is sent to other processes, however many elements it has")
  func manyElements() throws {
    var access = SystemAccess()
    access.readable = Set((0..<1000).map { FilePath("/data/\($0)") })
    let json = try JSONEncoder().encode(access)
    #expect(try JSONDecoder().decode(SystemAccess.self, from: json) == access)
  }

  @Test(
    "a mistake is reported with the member that has it",
    arguments: [
      (#"{"reed": []}"#, "reed", "is not a known key; did you mean `read`?"),
      (#"{"read": "/x"}"#, "read", "must be an array of strings, not a string"),
      (#"{"read": ["data"]}"#, "read[0]", "must be an absolute path, not `data`"),
      (#"{"read": ["~/x"]}"#, "read[0]", "must be an absolute path, not `~/x`"),
      (#"{"write": [""]}"#, "write[0]", "is empty"),
      (#"{"write": ["/a\u0000b"]}"#, "write[0]", "has the unprintable character U+0000"),
      (#"{"write": ["/a\nb"]}"#, "write[0]", "has more than one line"),
      (#"{"read": ["/usr/../etc"]}"#, "read[0]", "must not have `.` or `..`: `/usr/../etc`"),
      (#"{"read": ["/./etc"]}"#, "read[0]", "must not have `.` or `..`: `/./etc`"),
      (#"{"read": ["/x", "//x/"]}"#, "read[1]", "`//x/` appears twice"),
      (#"{"ports": [80]}"#, "ports", "must be an object, not an array"),
      (
        #"{"ports": {"conect": [80]}}"#, "ports.conect",
        "is not a known key; did you mean `connect`?"
      ),
      (#"{"ports": {"bind": 80}}"#, "ports.bind", "must be an array of numbers, not a number"),
      (
        #"{"ports": {"bind": [65536]}}"#, "ports.bind[0]",
        "must be a whole number from 0 to 65535, not 65536"
      ),
      (
        #"{"ports": {"connect": [0]}}"#, "ports.connect[0]",
        "must be a whole number from 1 to 65535, not 0"
      ),
      (
        #"{"ports": {"connect": [80.5]}}"#, "ports.connect[0]",
        "must be a whole number from 1 to 65535, not another number"
      ),
      (
        #"{"ports": {"connect": ["80"]}}"#, "ports.connect[0]",
        "must be a whole number from 1 to 65535, not a string"
      ),
      (#"{"ports": {"connect": [80, 80]}}"#, "ports.connect[1]", "80 appears twice"),
      (#"{"resolve": 1}"#, "resolve", "must be true or false, not a number"),
    ])
  func mistakes(_ json: String, _ field: String, _ message: String) {
    #expect(throws: ManifestError(field: field, message: message, line: 1)) {
      try Self.access(json)
    }
  }

  @Test("a list that no process could open is refused")
  func limit() throws {
    func json(_ count: Int) -> String {
      #"{"write": [\#((0..<count).map { "\"/\($0)\"" }.joined(separator: ", "))]}"#
    }
    #expect(try Self.access(json(64)).writable.count == 64)
    #expect(
      throws: ManifestError(field: "write", message: "has 65 elements, more than 64", line: 1)
    ) { try Self.access(json(65)) }
    let long = String(repeating: "x", count: 4096)
    #expect(
      throws: ManifestError(field: "read[0]", message: "is longer than 4095 bytes", line: 1)
    ) { try Self.access(#"{"read": ["/\#(long)"]}"#) }
  }

  @Test("paths are compared as bytes")
  func bytes() throws {
    let access = try SystemAccess(reading: ["/caf\u{E9}", "/cafe\u{301}"])
    #expect(access.readable.count == 2)
  }

  @Test("what is left of an access is what another one does not allow")
  func subtracting() throws {
    let needs = try Self.access(Self.complete)
    var grants = try SystemAccess(reading: ["/run"], writing: ["/srv", "/var/lib/words/sub"])
    grants.connectPorts = [443]
    grants.bindPorts = [8080]
    let rest = needs.subtracting(grants)
    #expect(rest.readable.isEmpty)
    #expect(rest.writable == ["/var/lib/words", "/run/x"])
    #expect(rest.connectPorts == [5432] && rest.bindPorts == [0] && rest.resolvesNames)
    #expect(needs.subtracting(needs).isEmpty)
    #expect(needs.union(grants).subtracting(needs) == grants.subtracting(needs))
  }
}
