public import CleanseGraph
import CleansePluginMetadata
import CleanseSupport

extension Diagnostic.Code {
  /// Two options are set to the same address of a listening socket.
  public static let pluginDuplicateAddress: Self = "plugin/duplicate-address"
}

/// Rejects plugins whose sockets have the same address: they would share one socket, and get each other's requests.
///
/// None of them is used: the user has to decide which one gets the address, not the order in which files are found.
package enum DuplicateAddressValidator {
  /// An option that is set to an address.
  private struct Use: Equatable {
    let plugin: PluginDescription
    let option: ResolvedOption
    /// The address, as it is written.
    let text: String

    /// The option, with its plugin.
    var name: String { option.name(in: plugin.manifest.identifier) }

    /// Where the address comes from, for a note about the other option.
    var source: Diagnostic.Note {
      let clause = option.origin.clause.map { ", \($0)" } ?? ""
      return Diagnostic.Note("\(name) is \(text)\(clause)", at: option.origin.location)
    }
  }

  /// Returns the inspections in the same order. Every usable plugin with an option whose address another option has as well,
  /// also one of the same plugin, is rejected.
  package static func validate(_ inspections: [PluginInspection]) -> [PluginInspection] {
    let uses = inspections.map(uses)
    let all = Dictionary(grouping: uses.joined()) { ListenedSocket($0.text) }
    let shared = all.filter { $0.key != nil && $0.value.count > 1 }
    guard !shared.isEmpty else { return inspections }
    return zip(inspections, uses).map { inspection, uses in
      let findings = uses.compactMap { use in
        shared[ListenedSocket(use.text)].map { diagnostic(use, $0) }
      }
      return findings.isEmpty ? inspection : inspection.rejected(for: findings)
    }
  }

  private static func uses(of inspection: PluginInspection) -> [Use] {
    guard let plugin = inspection.usable else { return [] }
    return inspection.options.compactMap { option in
      option.address.map { Use(plugin: plugin, option: option, text: $0) }
    }
  }

  private static func diagnostic(_ use: Use, _ all: [Use]) -> Diagnostic {
    // One more than a full list, because the option itself may be among them.
    let others = all.prefix(Abridgement.limit + 2).filter { $0 != use }
    return Diagnostic(
      .pluginDuplicateAddress, .error,
      "\(use.name) has the same address as another socket: \(use.text)",
      at: use.option.origin.location,
      provenance: Provenance(origin: use.plugin.manifest.identifier),
      notes: [use.option.origin.location == nil ? use.source : nil].compactMap(\.self)
        + Abridgement.notes(others, of: all.count - 1, "options also have it", note: \.source),
      fix:
        "set all but one of the options to another address, or disable all but one of the plugins",
      arguments: [.file(use.plugin.file), .init("option", use.option.option.name)])
  }
}

/// What is equal for addresses of one socket.
private enum ListenedSocket: Hashable {
  case address(SocketAddress)
  /// A socket in the file system, in a directory without symbolic links.
  case file(FilePath)

  /// - Returns: nil for a text that is no address. Also those with the port 0, which the system replaces, share one socket.
  init?(_ text: String) {
    switch SocketAddress(text) {
    case nil: return nil
    case .local(let path)?:
      let file = FilePath(path)
      let directory = file.removingLastComponent
      // Without the directory, the address can't be used anyway.
      self = .file((SystemPath.resolved(directory) ?? directory).appending(file.name))
    case let address?: self = .address(address)
    }
  }
}
