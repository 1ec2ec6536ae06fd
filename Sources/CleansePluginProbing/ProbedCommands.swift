import CleansePlugin
import CleanseSupport
package import CleansePluginFiles
package import CleansePluginLoading
package import CleansePluginMetadata
package import Cleanse

/// The names of the commands that plugins contribute, found by making the commands in a process of their own.
package struct ProbedCommands: Codable, Sendable {
  /// The commands of one plugin, or of the application.
  package struct Answer: Codable, Sendable {
    /// The identifier of the plugin; nil for the application.
    package let origin: String?
    package let commands: [DeclaredContribution]
    /// Why further commands can't be made, each in one line.
    package let failures: [String]
  }

  package let answers: [Answer]
  /// The plugins that can't be used, whose commands are missing in the answers.
  package let rejections: PluginRejections

  /// Decodes the document that a process sent; nil if it is not such a document.
  init?(bytes: [UInt8]) {
    guard let value = try? JSONParser.value(Self.self, from: bytes) else { return nil }
    self = value
  }
}

extension ProbedCommands {
  /// Loads the plugins into this process, and makes the commands of some of them.
  package init<C: RootComponent>(
    loading plugins: [PluginInspection], into component: C.Type, of origins: [String?]
  ) {
    guard !origins.isEmpty else {
      (answers, rejections) = ([], PluginRejections())
      return
    }
    let recorded = PluginRecording(
      of: component, with: PluginSet(loading: plugins, checksContents: false))
    let recording = recorded.recording
    rejections = PluginRejections(of: recorded.inspections)
    let indices = recording.graph.contributions(of: (any Command).self)
    answers = origins.map { origin in
      var commands: [DeclaredContribution] = []
      var failures: [String] = []
      for index in indices where recording.graph[index].provenance.origin == origin {
        do {
          let made = try recording.elements((any Command).self, ofContribution: index)
          commands += made.map { DeclaredContribution(name: $0.name, summary: $0.summary) }
        } catch {
          failures.append("\(error)")
        }
      }
      return Answer(origin: origin, commands: commands, failures: failures)
    }
  }
}
