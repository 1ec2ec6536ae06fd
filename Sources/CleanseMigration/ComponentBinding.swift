public import Cleanse
internal import CleanseGraph

/// A component of a graph, as a validator visits it. It takes the place of `Cleanse.ComponentBinding`.
public final class ComponentBinding {
  /// The type of the component; nil for the parent of the root component.
  public let componentType: (any Any.Type)?
  /// The type of the seed.
  public let seed: any Any.Type
  /// The scope; nil if there is none.
  public let scope: (any Cleanse.Scope.Type)?
  /// The component that installs this one. A component does not keep it alive.
  public private(set) weak var parent: ComponentBinding?
  /// The components that this one installs.
  public private(set) var subcomponents: [ComponentBinding] = []
  /// The bindings by their keys.
  public let providers: [ProviderKey: [ProviderInfo]]

  /// Creates the parent of a recording's root component.
  convenience init(_ recording: Recording) {
    self.init(nil, [:])
    let components = recording.componentTypes.enumerated().map { index, type in
      ComponentBinding(
        type,
        Dictionary(
          grouping: recording.graph.bindings.filter { $0.component.number == index }
            .compactMap(ProviderInfo.init), by: \.key))
    }
    for (component, data) in zip(components, recording.graph.components) {
      (data.parent.map { components[$0.number] } ?? self).install(component)
    }
  }

  private init(_ type: (any Any.Type)?, _ providers: [ProviderKey: [ProviderInfo]]) {
    let component = type as? any ComponentBase.Type
    componentType = type
    seed = component?.seedType ?? Void.self
    scope = component?.scopeType as? any Cleanse.Scope.Type
    self.providers = providers
  }

  private func install(_ component: ComponentBinding) {
    component.parent = self
    subcomponents.append(component)
  }
}

extension ComponentBinding: CustomStringConvertible {
  /// The name of the component.
  public var description: String {
    componentType.map { "\($0)" } ?? "the parent of the root component"
  }
}

extension ComponentBase {
  fileprivate static var seedType: any Any.Type { Seed.self }
  fileprivate static var scopeType: any Any.Type { Scope.self }
}

/// The key of bindings: the type of their provider.
public struct ProviderKey: Hashable, CustomStringConvertible {
  /// A `Provider`, or the `TaggedProvider` of a tag.
  public let type: any Any.Type

  /// The name of the type.
  public var description: String { "\(type)" }

  init?(_ key: Key) {
    guard let typed = key.typed else { return nil }
    type = typed.tag.map { $0.providerType } ?? typed.providerType
  }

  public static func == (left: ProviderKey, right: ProviderKey) -> Bool { left.type == right.type }

  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(type)) }
}

extension TypedKey {
  fileprivate static var providerType: any Any.Type { Provider<Element>.self }
}

extension Cleanse.Tag {
  fileprivate static var providerType: any Any.Type { TaggedProvider<Self>.self }
}

/// A binding, as a validator sees it.
public final class ProviderInfo: Hashable, CustomStringConvertible {
  let key: ProviderKey
  /// The keys of the dependencies.
  public let requirements: [ProviderKey]
  /// The type of the provider and the source line of the binding.
  public let description: String

  fileprivate init?(_ binding: Binding) {
    guard let key = ProviderKey(binding.key) else { return nil }
    self.key = key
    requirements = binding.requests.compactMap { ProviderKey($0.key) }
    description = key.description + (binding.location.map { " at \($0)" } ?? "")
  }

  public static func == (left: ProviderInfo, right: ProviderInfo) -> Bool { left === right }

  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
