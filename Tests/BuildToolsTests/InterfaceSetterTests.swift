import CleanseTestSupport
import Foundation
import Testing

/// The recorded interface of plugins has no public mutable state: builders and values are changed only by functions
/// that return a changed copy.
@Suite("Setters of the interface")
struct InterfaceSetterTests {
  /// The properties that may have a public setter, with the reason.
  private static let allowed: [String: String] = [:]

  @Test("no property of the recorded interface has a setter without a reason")
  func recorded() throws {
    let recordings = URL(filePath: Repository.root).appending(path: "ABI")
    let files = try FileManager.default.subpathsOfDirectory(atPath: recordings.path())
      .filter { $0.hasSuffix(".swiftinterface") }
    #expect(files.count >= 4)
    for file in files {
      let text = try String(contentsOf: recordings.appending(path: file), encoding: .utf8)
      #expect(Self.setters(in: text).filter { Self.allowed[$0] == nil } == [], "\(file)")
    }
  }

  // The draft of a builder had a setter, through which a builder got the draft of another type.
  @Test("setters of every spelling are found")
  func spellings() {
    let interface = """
      public struct Builder {
        public var draft: Draft
        public let name: String
        private var box: Box
        @usableFromInline
        package var index: Int32
        public var first: Int {
          get
        }
        public var second: Int {
          @inline(__always) get
          set
        }
        public var third: Int {
          get
          _modify
        }
        final public var fourth: Int { get set }
        public static var fifth: Int
        @inlinable public func build() {
          var links = links
        }
      }
      public protocol Step {
        var draft: Draft { get set }
        var name: String { get }
      }
      """
    #expect(
      Self.setters(in: interface) == ["draft", "second", "third", "fourth", "fifth", "draft"])
  }

  /// The names of the properties with setters, in the order of an interface.
  private static func setters(in interface: String) -> [String] {
    var setters: [String] = []
    var open: String?
    for line in interface.split(separator: "\n") {
      let words = line.split(separator: " ")
      // Inlinable functions contain variables of their own, without a type.
      if let variable = words.firstIndex(of: "var"), variable + 1 < words.count,
        words[variable + 1].hasSuffix(":")
      {
        open = nil
        let modifiers = words[..<variable]
        guard !modifiers.contains(where: { ["private", "internal", "package"].contains($0) })
        else { continue }
        let name = String(words[variable + 1].prefix { $0 != ":" })
        if words.last == "{" {
          open = name
        } else if !words.contains("{") || words.contains("set") || words.contains("_modify") {
          setters.append(name)
        }
      } else if let name = open, words.last == "set" || words.last == "_modify" {
        setters.append(name)
      } else if words == ["}"] {
        open = nil
      }
    }
    return setters
  }
}
