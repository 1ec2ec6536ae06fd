import CleansePluginMetadata
import CleanseSupport
import CleansePluginHost

/// The JSON Schema of `host.json`, with the options of plugins: what `host config --schema` prints.
///
/// The dialect is that of draft 2020-12 (<https://json-schema.org/draft/2020-12>).
struct ConfigSchema {
  let tree: JSONTree

  init(_ plugins: [PluginInspection], of names: ToolNames) {
    let known = plugins.flatMap { plugin in
      let schema = Self.plugin(plugin.description?.manifest)
      return plugin.settingIdentifiers.map { ($0, schema) }
    }
    var members = Self.members
    members["plugins"] = Self.object(
      "What is set for single plugins, by their identifiers",
      Dictionary(keepingFirst: known),
      others: Self.plugin(nil))
    guard case .object(var schema) = Self.object("The settings of \(names.name)", members) else {
      tree = [:]
      return
    }
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    schema["title"] = .value(.string(names.policyFile))
    tree = .object(schema)
  }

  private static let members: [String: JSONTree] = [
    "$schema": type("string", "The schema of this file, for editors"),
    "schema": ["const": .value(.string(PolicyFile.schema)), "description": "The format"],
    "directories": paths("The plugin directories"),
    "severities": [
      "type": "object", "description": "The severities of findings, by code",
      "additionalProperties": [
        "enum": .strings(FindingLevel.allCases.map(\.rawValue))
      ],
    ],
    "trust": object(
      "Which plugins may be used",
      [
        "requireSigned": type("boolean", "Reject plugins without a trusted signature"),
        "trustedKeys": paths("The files of the trusted public keys"),
        "allowInsecure": type("boolean", "Allow plugins that other users can change"),
        "allowSimilarCompiler": type(
          "boolean", "Allow Swift plugins of a compiler with the same major and minor version"),
      ]),
    "lock": object(
      "The lock file",
      [
        "file": type("string", "The path of the lock file"),
        "locked": type("boolean", "Reject plugins that are not in the lock file"),
      ]),
    "strict": type("boolean", "Count warnings as errors"),
    "baseline": type("string", "The path of the file of known findings"),
    "onFailure": failureMode,
    "islands": [
      "type": "object",
      "description":
        "The plugins that must not share state with those of another island, by the name of the island",
      "additionalProperties": object(
        "An island",
        [
          "plugins": [
            "type": "array", "description": "The identifiers of its plugins",
            "items": ["type": "string"],
          ],
          "permissions": object(
            "What its process may do, instead of what `permissions` of the file lists", permitted),
          "limits": limits,
        ],
        required: ["plugins"]),
    ],
    "sandbox": object(
      "How the processes that load plugins to check them are confined",
      access.merging(["mode": sandboxMode]) { first, _ in first }),
    "permissions": permissions,
    "deadline": [
      "type": "number", "description": "The maximum load time of a plugin, in seconds",
      "exclusiveMinimum": .value(.int(0)),
      "maximum": .value(.double(PolicyFile.longestDeadline)),
    ],
  ]

  private static let sandboxMode: JSONTree = [
    "enum": .strings(SandboxMode.allCases.map(\.rawValue)),
    "description": "Whether they are confined",
  ]

  /// What code may use besides what every confined process may.
  private static let access: [String: JSONTree] = [
    "read": absolutePaths("The files and directories that may be read"),
    "write": absolutePaths("The files and directories that may be read and changed"),
    "ports": object(
      "The TCP ports of any address that may be used",
      [
        "connect": ports("The ports that may be connected to", from: 1),
        "bind": ports("The ports that may be listened on; 0 for any free one", from: 0),
      ]),
    "resolve": type("boolean", "Allow to resolve host names"),
  ]

  private static let permissions = object(
    "What the process that runs plugins may do; without it, all that its user may do", permitted)

  /// What a process that runs plugins may use.
  private static let permitted = access.merging([
    "exec": absolutePaths("Programs to execute, and directories of programs"),
    "memory": size("The private memory of a process, 128 MiB at least"),
  ]) { first, _ in first }

  /// How much the processes of an island may use.
  private static let limits = object(
    "How much its processes may use, all together; a control group limits them",
    [
      "memory": size("Their memory, 16 MiB at least"),
      "cpu": [
        "type": "number", "description": "The number of processors, on average",
        "minimum": .value(.double(0.01)), "maximum": .value(.int(4096)),
      ],
      "processes": [
        "type": "integer", "description": "The number of processes and threads",
        "minimum": .value(.int(16)), "maximum": .value(.int(4_194_304)),
      ],
    ])

  private static func size(_ description: String) -> JSONTree {
    [
      "type": "string", "description": .value(.string(description)),
      "pattern": "^[0-9]+ (MiB|GiB)$",
    ]
  }

  private static let failureMode: JSONTree = [
    "enum": .strings(FailureMode.allCases.map(\.rawValue)),
    "description": "What happens if a plugin can't be used",
  ]

  /// The schema for one plugin; for nil, of one that is not installed.
  private static func plugin(_ manifest: PluginManifest?) -> JSONTree {
    let options =
      manifest.map { manifest in
        object(
          "The options",
          Dictionary(keepingFirst: manifest.options.map { ($0.name, option($0)) })
        )
      } ?? ["type": "object"]
    return object(
      manifest?.summary ?? "A plugin that is not installed",
      [
        "enabled": type("boolean", "Use the plugin"), "onFailure": failureMode,
        "options": options,
        "sandbox": object("What the plugin may do while it is checked", access),
      ])
  }

  private static func option(_ option: PluginOption) -> JSONTree {
    var schema = value(option.type)
    if option.isSecret {
      let file = object(
        "A file with the secret", ["file": type("string", "The path of the file")],
        required: ["file"])
      schema = ["anyOf": [.object(schema), file]]
    }
    schema["description"] = .value(.string(option.summary))
    if let standard = option.standard, !option.isSecret {
      schema["default"] = .value(standard)
    }
    return .object(schema)
  }

  private static func value(_ type: OptionType) -> [String: JSONTree] {
    var schema: [String: JSONTree] = [:]
    switch type {
    case .bool: schema["type"] = "boolean"
    case .int: schema["type"] = "integer"
    case .double: schema["type"] = "number"
    case .string, .socket: schema["type"] = "string"
    case .choice(let choices): schema["enum"] = .strings(choices)
    case .list(let element): return ["type": "array", "items": .object(value(element))]
    }
    schema["minimum"] = type.limits.minimum.map(JSONTree.value)
    schema["maximum"] = type.limits.maximum.map(JSONTree.value)
    return schema
  }

  private static func type(_ name: String, _ description: String) -> JSONTree {
    ["type": .value(.string(name)), "description": .value(.string(description))]
  }

  private static func absolutePaths(_ description: String) -> JSONTree {
    list(description, ["type": "string", "pattern": "^/"])
  }

  private static func ports(_ description: String, from least: Int) -> JSONTree {
    list(
      description,
      [
        "type": "integer", "minimum": .value(.int(least)),
        "maximum": .value(.int(Int(UInt16.max))),
      ])
  }

  /// A list of an access.
  private static func list(_ description: String, _ elements: JSONTree) -> JSONTree {
    [
      "type": "array", "description": .value(.string(description)), "items": elements,
      "uniqueItems": true, "maxItems": .value(.int(SystemAccess.limit)),
    ]
  }

  private static func paths(_ description: String) -> JSONTree {
    [
      "type": "array", "description": .value(.string(description)), "items": ["type": "string"],
      "minItems": .value(.int(1)),
    ]
  }

  private static func object(
    _ description: String, _ members: [String: JSONTree], required: [String] = [],
    others: JSONTree = false
  ) -> JSONTree {
    var schema: [String: JSONTree] = [
      "type": "object", "description": .value(.string(description)),
      "properties": .object(members), "additionalProperties": others,
    ]
    if !required.isEmpty { schema["required"] = .strings(required) }
    return .object(schema)
  }
}
