import CleanseSupport
import CleansePluginHost
import CleanseFindingReports
import CleanseSupervision

extension Option {
  static let format = Option(
    "format", values: OutputFormat.allCases.map(\.rawValue),
    "Write text or JSON (default: text)")
  static let all = Option("all", "Also list shared libraries that are not plugins")
  static let deadline = Option(
    "deadline", placeholder: "SECONDS", "Limit the load time of a plugin (default: 5)")
  static let sandbox = Option(
    "sandbox", values: SandboxMode.allCases.map(\.rawValue), placeholder: "MODE",
    "Confine plugins: require, prefer or off")
  static let config = Option(
    "config", placeholder: "FILE", "Use the policy in FILE (default: nearest host.json)")
  static let noConfig = Option("no-config", "Use no policy file")
  static let set = Option(
    "set", placeholder: "OPTION=VALUE", "Set PLUGIN.OPTION to a value (repeatable)")
  static let allowInsecure = Option(
    "allow-insecure", isNegatable: true, "Allow plugins that other users can change")
  static let locked = Option(
    "locked", placeholder: "FILE", isValueOptional: true, isNegatable: true,
    "Reject plugins not in FILE (default: \(PluginLock.fileName))")
  static let requireSigned = Option(
    "require-signed", isNegatable: true, "Reject plugins without a trusted signature")
  static let trust = Option("trust", placeholder: "KEYFILE", "Trust a public key (repeatable)")
  static let without = Option(
    "without", placeholder: "PLUGIN", "Don't use a plugin, nor those that require it")
  static let onFailure = Option(
    "on-failure", values: FailureMode.allCases.map(\.rawValue), placeholder: "MODE",
    "Mode for failing plugins: refuse or leave-out")
  static let exercise = Option(
    "exercise", "Call factories once as a test")
  static let graph = Option("graph", "Read graph files as operands; load no plugins")
  static let inProcess = Option(
    "in-process", "Load into this process, for debugging")
  static let control = Option(
    "control", placeholder: "PATH", "Use the control socket PATH")
  static let statusSocket = Option(
    "status-socket", placeholder: "PATH", "Use the socket PATH, only for `status`")
  static let statusGroup = Option(
    "status-group", placeholder: "GROUP", "Let GROUP use the status socket")
  static let http = Option(
    "http", placeholder: "ADDRESS", "Answer probes and /metrics at ADDRESS")
  static let live = Option("live", "Only check that the supervisor works")
  static let ready = Option("ready", "Only check that requests are served")
  static let started = Option("started", "Only check that services have been ready")
  static let metrics = Option("metrics", "Write metrics, in the format of OpenMetrics")
  static let verbose = Option("verbose", "Also show versions, files, digests and times")
  static let watch = Option("watch", "Reload when a plugin or a setting changes")
  static let readyTime = Option(
    "ready-time", placeholder: "SECONDS", "Limit the start of the services (default: 60)")
  static let stopTime = Option(
    "stop-time", placeholder: "SECONDS", "Limit the stop of the services (default: 30)")
  static let hangTime = Option(
    "hang-time", placeholder: "SECONDS", "Limit how long a worker hangs (default: 30)")
  static let computeTime = Option(
    "compute-time", placeholder: "SECONDS", "Limit how long it computes (default: none)")
  static let recycleAbove = Option(
    "recycle-above", placeholder: "SIZE", "Replace a worker that uses more memory")
  static let giveUpAfter = Option(
    "give-up-after", placeholder: "N/SECONDS", "End after this many restarts")
  static let program = Option("program", "Replace the program by the installed one")
  static let isolate = Option("isolate", "Run each island in a process of its own")
  static let allowLoss = Option(
    "allow-loss", "Leave out plugins that serve if they fail now")
  static let crashes = Option(
    "crashes", placeholder: "N/SECONDS", "Go back after so many crashes (default: 3/60)")
  static let log = Option(
    "log", placeholder: "FILE", "Append the log to FILE; SIGUSR1 opens it again")
  static let logFormat = Option(
    "log-format", values: LogFormat.allCases.map(\.rawValue),
    "Write the log as text or JSON (default: text)")
  static let logLevel = Option(
    "log-level", values: LogLevel.allCases.map(\.name), placeholder: "LEVEL",
    "Log error, warning, notice, info or debug")
  static let stateDirectory = Option(
    "state-directory", placeholder: "DIR", "Keep the copies of plugins in DIR")
  static let timeout = Option(
    "timeout", placeholder: "SECONDS", "Limit the command's run time (default: none)")
  static let trace = Option(
    "trace", placeholder: "FILE", "Write where the time goes to FILE, for Perfetto")
  static let recordPermissions = Option(
    "record-permissions", placeholder: "FILE", "Write the permissions that are used to FILE")
  static let rescan = Option("rescan", "Ignore cached results of earlier runs")
  static let noCache = Option("no-cache", "Neither read nor write the cache")
}
