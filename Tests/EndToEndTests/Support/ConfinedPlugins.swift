import Testing

/// Whether this system can confine plugins, as the sandbox and `permissions` do.
let confinesPlugins =
  (try? host("doctor").output.contains("plugins are confined: ")) ?? false
