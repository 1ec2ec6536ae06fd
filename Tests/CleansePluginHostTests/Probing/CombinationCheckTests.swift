@testable import CleanseGraph
@testable import CleansePluginFiles
@testable import CleansePluginLoading
@testable import CleansePluginMetadata
@testable import CleansePluginProbing
import CleanseSupport
import CleanseTestSupport
import Testing

/// The graphs that the code of a plugin can write in place of the host's.
@Suite("The graph of a process with several plugins")
struct CombinationCheckTests {
  private static let words = "org.example.words"
  private static let other = "org.example.other"

  private func binding(
    _ key: String, of origin: String?, line: Int = 1, in component: ComponentIndex = .root,
    requesting requested: [String] = [], installing subcomponent: ComponentIndex? = nil,
    signature: String? = nil
  ) -> Binding {
    Binding(
      id: 0, component: component, key: Key(type: key, typeName: key),
      kind: subcomponent == nil ? .contribution : .subcomponent,
      location: SourceLocation(file: "\(origin ?? "App").swift", path: "/s.swift", line: line),
      provenance: Provenance(origin: origin),
      requests: requested.map {
        Request(key: Key(type: $0, typeName: $0), form: .instance)
      }, subcomponent: subcomponent, signature: signature)
  }

  private func graph(_ bindings: [Binding], subcomponents: Int = 0) -> BindingGraph {
    let root = BindingGraph.Component(name: "App", root: Key(type: "R", typeName: "R"))
    let others = (0..<subcomponents).map {
      BindingGraph.Component(name: "S\($0)", root: Key(type: "S", typeName: "S"), parent: .root)
    }
    let numbered = bindings.enumerated().map { index, binding in
      var binding = binding
      binding.id = BindingIndex(index)
      return binding
    }
    return BindingGraph(components: [root] + others, bindings: numbered)
  }

  private func plugin(
    _ identifier: String, isC: Bool = false, binding bindings: [Binding]
  ) throws -> PluginInspection {
    let description = PluginDescription(
      file: "\(identifier).so",
      manifest: try PluginManifest(
        identifier: identifier, version: SemanticVersion("1.0.0"), summary: "-", authors: ["-"],
        contributes: []),
      stamp: ABIStamp(
        abi: ABIStamp.host.abi, architecture: ABIStamp.host.architecture,
        language: isC ? "c" : "swift"), neededLibraries: [])
    var inspection = PluginInspection(
      file: PluginFile(path: description.file), outcome: .plugin(description))
    inspection.recordedBindings = RecordedBindings(of: identifier, isC: isC, in: graph(bindings))
    return inspection
  }

  private var ofApp: [Binding] { [binding("Screen", of: nil)] }
  private var ofWords: [Binding] {
    [binding("Counter", of: Self.words), binding("[Command]", of: Self.words, line: 2)]
  }
  private var ofOther: [Binding] { [binding("[Command]", of: Self.other)] }

  private func difference(
    _ bindings: [Binding], subcomponents: Int = 0, rejecting rejected: Set<String> = []
  ) throws -> CombinationCheck.Difference? {
    let plugins = try [
      plugin(Self.words, binding: ofWords), plugin(Self.other, binding: ofOther),
    ]
    return CombinationCheck(
      of: graph(bindings, subcomponents: subcomponents), with: plugins, bareGraph: graph(ofApp)
    ).difference(except: rejected)
  }

  @Test("with what each plugin declares alone is as it should be, in any order of the plugins")
  func same() throws {
    #expect(try difference(ofApp + ofWords + ofOther) == nil)
    #expect(try difference(ofApp + ofOther + ofWords) == nil)
    #expect(try difference(ofApp + ofOther, rejecting: [Self.words]) == nil)
  }

  // Any graph was accepted, also one without the conflict that a plugin caused, or with a conflict of others.
  @Test("with more, fewer or other bindings than a contributor declares alone is not")
  func forged() throws {
    let more = try difference(ofApp + ofWords + ofOther + [binding("New", of: Self.other)])
    #expect(more?.origin == Self.other && more?.added.count == 1 && more?.missing == 0)
    let twice = try difference(ofApp + ofWords + ofOther + ofWords.prefix(1))
    #expect(twice?.origin == Self.words && twice?.added.count == 1)
    let fewer = try difference(ofApp + ofWords.dropLast() + ofOther)
    #expect(fewer?.origin == Self.words && fewer?.added == [] && fewer?.missing == 1)
    let none = try difference([])
    #expect(none?.origin == nil && none?.missing == 1)
    let ofApp = try difference(ofApp + ofWords + ofOther + [binding("Counter", of: nil)])
    #expect(ofApp?.origin == nil && ofApp?.added.count == 1)
    let stranger = try difference(
      self.ofApp + ofWords + ofOther + [binding("New", of: "org.example.third")])
    #expect(stranger?.origin == "org.example.third")
  }

  @Test(
    "with another key, kind, location or request of a binding is not", arguments: [0, 1, 2, 3])
  func changed(part: Int) throws {
    var changed = ofOther[0]
    switch part {
    case 0: changed.key = Key(type: "Counter", typeName: "Counter")
    case 1: changed.kind = .single
    case 2: changed.location = SourceLocation(file: "x.swift", path: "/x.swift", line: 1)
    default: changed.requests = [Request(key: changed.key, form: .instance)]
    }
    let difference = try difference(ofApp + ofWords + [changed])
    #expect(difference?.origin == Self.other && difference?.missing == 1)
    expectGolden("\(Diagnostic.differsTogether(try #require(difference)))", "probe-differs-\(part)")
  }

  @Test("can have the bindings of a module for another plugin, or for the application")
  func modules() throws {
    var shared = ofWords[0]
    shared.provenance = Provenance(origin: Self.other, modules: ["Shared"])
    let plugins = try [
      plugin(Self.words, binding: ofWords), plugin(Self.other, binding: ofOther + [shared]),
    ]
    let combined = graph(ofApp + [shared] + ofOther + ofWords.dropFirst())
    #expect(
      CombinationCheck(of: combined, with: plugins, bareGraph: graph(ofApp))
        .difference(except: []) == nil)
  }

  @Test("can have more bindings in the subcomponents of another plugin, which it extends")
  func extensions() throws {
    let installed = binding(
      "Session", of: Self.other, line: 9, installing: ComponentIndex(1))
    let plugins = try [
      plugin(Self.words, binding: ofWords), plugin(Self.other, binding: ofOther),
    ]
    var other = plugins[1]
    other.recordedBindings = RecordedBindings(
      of: Self.other, isC: false, in: graph(ofOther + [installed], subcomponents: 1))
    let combined = graph(
      ofApp + ofWords + ofOther
        + [installed, binding("Login", of: Self.words, line: 7, in: ComponentIndex(1))],
      subcomponents: 1)
    #expect(
      CombinationCheck(of: combined, with: [plugins[0], other], bareGraph: graph(ofApp))
        .difference(except: []) == nil)
  }

  @Test("can have other keys of bindings in C, but no other signatures")
  func foreign() throws {
    let alone = binding("c:counter *", of: Self.words, signature: "counter *make()")
    let plugins = [try plugin(Self.words, isC: true, binding: [alone])]
    for (signature, fits) in [("counter *make()", true), ("counter *other()", false)] {
      let together = binding("App.Counter", of: Self.words, signature: signature)
      let difference = CombinationCheck(
        of: graph(ofApp + [together]), with: plugins, bareGraph: graph(ofApp)
      ).difference(except: [])
      #expect((difference == nil) == fits)
    }
  }

  @Test("is not compared with a plugin whose own process returned nothing to compare")
  func unknown() throws {
    var words = try plugin(Self.words, binding: ofWords)
    words.recordedBindings = nil
    #expect(
      CombinationCheck(
        of: graph(ofApp + [binding("New", of: Self.words)]), with: [words], bareGraph: graph(ofApp)
      ).difference(except: []) == nil)
  }
}
