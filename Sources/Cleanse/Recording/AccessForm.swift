/// How the value of a key is handed out.
enum AccessForm: UInt8, CaseIterable, Sendable {
  case instance, provider, throwingProvider, asyncProvider, function, sendableFunction, optional,
    weakProvider

  var requestForm: RequestForm {
    switch self {
    case .instance: .instance
    case .provider: .provider
    case .throwingProvider: .throwingProvider
    case .asyncProvider: .asyncProvider
    case .function, .sendableFunction: .function
    case .optional: .optional
    case .weakProvider: .weakProvider
    }
  }
}
