import Testing

/// Whether this system can enforce `permissions`.
let enforcesPermissions =
  (try? host("doctor").output.contains("plugins are confined: ")) ?? false
