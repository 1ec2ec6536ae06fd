@testable import CleansePluginHost
import Testing

/// Graph documents as they are in files.
enum SampleDocument {
  /// A document of three plugins, one of them rejected, which has every member of the format.
  static let full = #"""
    {
      "schema": "cleanse-graph/1",
      "plugins": [
        {
          "file": "plugins/libWords.so",
          "description": \#(description("org.example.words", "Words")),
          "digest": "blake2b-256:\#(String(repeating: "0a", count: 32))",
          "findings": [
            {
              "code": "plugin/wrote-output", "severity": "note", "message": "it prints",
              "location": {"file": "Words/Words.swift", "path": "/src/Words.swift", "line": 3},
              "provenance": {"origin": "org.example.words", "modules": ["Words.Main"]},
              "notes": [{"message": "the beginning", "path": ["a", "b"]}],
              "fix": "print later"
            }
          ]
        },
        {"file": "plugins/libLetters.so",
         "description": \#(description("org.example.letters", "Letters"))},
        {
          "file": "plugins/libOld.so", "rejected": true,
          "description": \#(description("org.example.old", "Old")),
          "findings": [
            {"code": "plugin/configuration-error", "severity": "error", "message": "it is too old", "notes": []}
          ],
          "wouldBind": [
            {
              "key": {"type": "3App3OldV", "typeName": "App.Old", "isClass": false},
              "location": {"file": "Old/Old.swift", "path": "/src/Old.swift", "line": 4},
              "provenance": {"origin": "org.example.old", "modules": []}
            }
          ]
        }
      ],
      "components": [
        {"name": "App.Main", "scope": "Cleanse.Singleton", "root": 0, "effect": "throwing"},
        {"name": "Words.Inner", "root": 3, "parent": 0}
      ],
      "keys": [
        ["3App4RootV", "App.Root"],
        ["Sd", "Double", "5Words5WidthO", "Words.Width", false, "width"],
        ["7Cleanse8ProviderVySdG", "Cleanse.Provider<Double>"],
        ["5Words5InnerV", "Words.Inner", null, null, true],
        ["7Cleanse16ComponentFactoryVy5Words5InnerOG", "Cleanse.ComponentFactory<Words.Inner>"],
        ["SDySSSiG", "[String: Int]"],
        ["Sd", "Double"],
        ["c:counter *", "counter *"]
      ],
      "modules": ["Words.Main", "Shared.Module"],
      "files": [
        {"file": "App/App.swift", "path": "/src/App.swift"},
        {"file": "Words/Words.swift", "path": "/src/Words.swift"}
      ],
      "bindings": [
        {"key": 0, "source": "factory", "file": 0, "line": 8, "effect": "throwing",
         "requests": [6, 1, 2], "forms": ["provider", "optional", "instance:provider"],
         "alternative": [2, -1, 6]},
        {"key": 1, "source": "value", "file": 1, "line": 3, "plugin": "org.example.words",
         "modules": [0, 1], "scope": "Cleanse.Singleton",
         "details": {"suppressed": [{"code": "cleanse/unused-binding", "reason": "it is for others"}]}},
        {"key": 4, "kind": "subcomponent", "file": 1, "line": 5, "plugin": "org.example.words",
         "modules": [0], "details": {"subcomponent": 1}},
        {"key": 5, "kind": "contribution", "source": "provider", "plugin": "org.example.letters",
         "details": {"entry": "\"x\"", "call": {"effect": "asynchronous"}}},
        {"key": 6, "source": "factory", "file": 1, "line": 6, "plugin": "org.example.letters",
         "details": {"override": 1, "signature": "double size()"}},
        {"component": 1, "key": 3, "source": "factory", "file": 1, "line": 7,
         "plugin": "org.example.words", "effect": "asynchronous", "requests": [7]},
        {"key": 5, "kind": "declaration", "file": 0, "line": 9,
         "details": {"allowsDuplicateKeys": true}}
      ],
      "ownKeys": [1, 3],
      "reported": [
        {"code": "cleanse/configuration-error", "severity": "error", "message": "no", "notes": [],
         "subject": {"binding": 1, "request": 0}}
      ],
      "dropped": [
        {"key": {"type": "3App5OlderV", "typeName": "App.Older", "isClass": false},
         "provenance": {"origin": "org.example.old", "modules": []}}
      ],
      "cNames": {
        "bridges": [
          {"name": "counter",
           "value": {"type": "Si", "typeName": "Int", "isClass": false},
           "collection": {"type": "SaySiG", "typeName": "[Int]", "isClass": false},
           "location": {"file": "Words/Words.swift", "path": "/src/Words.swift", "line": 10},
           "provenance": {"origin": "org.example.words", "modules": [], "unknown": 1}}
        ],
        "handles": [
          {"name": "counter", "provenance": {"origin": "org.example.letters", "modules": []}}
        ]
      },
      "validators": [
        {"code": "words/too-long", "severity": "warning", "message": "a long word", "notes": [],
         "subject": {"component": 0}}
      ]
    }
    """#

  /// The smallest document that can be read.
  static let small = #"""
    {"schema":"cleanse-graph/1","plugins":[],"components":[{"name":"App.Main","root":0}],\#
    "keys":[["3App4RootV","App.Root"]],"modules":[],"files":[],"bindings":[{"key":0}]}
    """#

  static func description(
    _ identifier: String, _ module: String, file: String? = nil, requires: String = ""
  ) -> String {
    #"""
    {"file": "\#(file ?? "plugins/lib\(module).so")", "manifest": {"authors": ["Ann"], \#
    "contributes": ["Command"], "identifier": "\#(identifier)", "module": "\#(module).Main", \#
    "requires": {\#(requires)}, "summary": "One of many", "version": "1.0.0"}, \#
    "neededLibraries": ["libc.so.6"], "stamp": {"abi": 1, "architecture": "x86_64", \#
    "compiler": "6.3.1", "framework": "0.1.0", "interface": "0123456789abcdef", \#
    "language": "swift"}}
    """#
  }

  /// A fragment of one plugin, which binds a type of its own.
  static func fragment(
    _ name: String, application: String = "App.Main", line: Int = 8, requires: String = "",
    isRejected: Bool = false
  ) -> String {
    let identifier = "org.example.\(name.lowercased())"
    let description = description(identifier, name, requires: requires)
    return #"""
      {"schema":"cleanse-graph/1","plugins":[{"file":"plugins/lib\#(name).so",\#
      "description":\#(description),"rejected":\#(isRejected)}],\#
      "components":[{"name":"\#(application)","root":0}],\#
      "keys":[["3App4RootV","App.Root"],["\#(name)","\#(name)"]],"modules":["\#(name).Main"],\#
      "files":[{"file":"App/App.swift","path":"/src/App.swift"}],"bindings":[\#
      {"key":0,"source":"factory","file":0,"line":\#(line)}\#
      \#(isRejected ? "" : #",{"key":1,"plugin":"\#(identifier)","modules":[0]}"#)]}
      """#
  }

  static func read(_ text: String) throws(GraphDocumentDefect) -> GraphDocument {
    try GraphDocument(json: Array(text.utf8))
  }
}
