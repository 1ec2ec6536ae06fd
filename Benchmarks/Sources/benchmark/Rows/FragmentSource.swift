/// The text of a fragment as `host fragment` writes it, for a plugin with 20 bindings: each depends on the
/// previous one and on one of an earlier plugin, and the last is contributed.
enum FragmentSource {
  private static let bindings = 20

  static func text(_ number: Int) -> String {
    var keys: [String] = []
    var indices: [String: Int] = [:]
    func keyIndex(_ name: String, _ type: String) -> Int {
      if let index = indices[type] { return index }
      indices[type] = keys.count
      keys.append(#"["\#(type)","\#(name)"]"#)
      return keys.count - 1
    }
    func keyIndex(_ plugin: Int, _ type: Int) -> Int {
      keyIndex("Plugin\(plugin).Service\(type)", "8Plugin\(plugin)10Service\(type)V")
    }
    let root = keyIndex("App.Root", "3App4RootV")
    let collection = keyIndex("[any App.Command]", "Say3App7Command_pG")
    let own = (0..<bindings - 1).map { keyIndex(number, $0) }
    var entries = [
      #"{"key":\#(root),"line":9,"file":0,"requests":[\#(collection)],"source":"factory"}"#
    ]
    for (index, key) in own.enumerated() {
      var (requests, forms, alternative): ([Int], [String], [Int]) = ([], [], [])
      if index > 0 {
        requests.append(own[index - 1])
        forms.append("instance")
        alternative.append(-1)
      }
      if number > 0 {
        let plugin = (number &* 7_919 &+ index &* 104_729) % number
        // Only keys that no plugin declares as its own.
        requests.append(keyIndex(plugin, index & ~1))
        forms.append("provider")
        alternative.append(
          keyIndex(
            "Cleanse.Provider<Plugin\(plugin).Service\(index & ~1)>",
            "7Cleanse8ProviderVy8Plugin\(plugin)10Service\(index & ~1)VG"))
      }
      entries.append(
        #"{"file":1,"forms":\#(forms),"key":\#(key),"line":\#(index + 10),"modules":[0],"alternative":\#(alternative),"plugin":"org.bench.plugin\#(number)","requests":\#(requests),"scope":"Cleanse.Singleton","source":"factory"}"#
      )
    }
    entries.append(
      #"{"file":1,"key":\#(collection),"kind":"contribution","line":40,"modules":[0],"plugin":"org.bench.plugin\#(number)","requests":[\#(own[own.count - 1])],"source":"factory"}"#
    )
    entries.append(#"{"file":0,"key":\#(collection),"kind":"declaration","line":5}"#)
    return """
      {"bindings":[\(entries.joined(separator: ","))],\
      "components":[{"name":"App.Component","root":\(root),"scope":"Cleanse.Singleton"}],\
      "files":[{"file":"App/App.swift","path":"/build/app/Sources/App/App.swift"},\
      {"file":"Plugin\(number)/Module.swift","path":"/build/plugin\(number)/Sources/Module.swift"}],\
      "keys":[\(keys.joined(separator: ","))],"modules":["Plugin\(number).Module"],\
      "ownKeys":\(own.indices.filter { $0 % 2 == 1 }.map { own[$0] }),\
      "plugins":[{"description":{"file":"plugins/libPlugin\(number).so","manifest":{\
      "authors":["Ann Example"],"contributes":["Command"],"identifier":"org.bench.plugin\(number)",\
      "module":"Plugin\(number).Module","summary":"One of many","version":"1.0.0"},\
      "neededLibraries":["libCleanseRuntime.so","libc.so.6"],"stamp":{"abi":1,"architecture":"x86_64",\
      "compiler":"6.3.1","framework":"0.1.0","interface":"0123456789abcdef","language":"swift"}},\
      "file":"plugins/libPlugin\(number).so"}],"schema":"cleanse-graph/1"}

      """
  }
}
