@testable import CleanseFindingReports
@testable import CleansePluginCommands
import CleanseSupport
import CleanseTestSupport
import CleansePluginHost
import FoundationEssentials
import Testing

@Suite("The build of a project")
struct ProjectBuildTests {
  private let folder: TemporaryDirectory
  private let prefix: String

  init() throws {
    folder = try TemporaryDirectory()
    prefix = "\(folder.path)/usr"
    for file in [
      "usr/include/cleanse/cleanse_plugin.h", "usr/lib/libCleanseRuntime.so",
      "usr/lib/cleanse/modules/CleansePlugin.swiftinterface", "usr/lib/cleanse/bin/plugin-manifest",
      "usr/lib/cleanse/identity.swift", "usr/lib/pkgconfig/cleanse.pc",
    ] { try add(file) }
    for program in ["cc", "c++", "cargo", "swift", "swiftc", "my-cc"] {
      try add("bin/\(program)")
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: "\(folder.path)/bin/\(program)")
    }
  }

  private func add(_ path: String) throws {
    try folder.write("", to: path)
  }

  private func build(_ environment: [String: String] = [:]) throws -> ProjectBuild {
    let sdk = try PluginSDK(executable: "\(prefix)/bin/host")
    var all = ["PATH": "\(folder.path)/bin"]
    all.merge(environment) { $1 }
    return try ProjectBuild(of: "\(folder.path)/p", sdk, environment: all, for: "build")
  }

  // An application found no header next to itself.
  @Test("of an application uses the installation of the framework's library")
  func application() throws {
    try add("usr/lib/cleanse/1.0.0/libCleanseRuntime.so")
    let library = "\(prefix)/lib/cleanse/1.0.0/libCleanseRuntime.so"
    let sdk = try PluginSDK.of("\(folder.path)/app/App", library: library)
    #expect(sdk.headers == "\(prefix)/include/cleanse")
    let error = #expect(throws: CommandFailure.self) {
      try PluginSDK.of("\(folder.path)/app/App", library: "\(folder.path)/libCleanseRuntime.so")
    }
    #expect(error?.hints.first == "there is no \(folder.path)/include/cleanse/cleanse_plugin.h")
  }

  // An application compiled plugins without what they share with it.
  @Test("of an application compiles against the contracts that the sources import")
  func contracts() throws {
    try add("p/plugin.json")
    try folder.write("import CleansePlugin\nimport ShopApi\n", to: "p/P.swift")
    try add("app/libShopApi.so")
    try add("app/libOther.so")
    try add("app/ShopApi.swiftinterface")
    let (digest, version) = ("0123456789abcdef", try SemanticVersion("1.2.0"))
    let contracts = ["ShopApi", "Other"].map { module in
      LoadedContract(
        ProvidedContract(
          Contract(identifier: "org.example.\(module)", version: version, build: digest),
          isEvolving: true, file: "\(folder.path)/app/lib\(module).so"),
        modules: [module])
    }
    func lines(_ contracts: [LoadedContract]) throws -> [String] {
      let sdk = try PluginSDK.of("\(prefix)/bin/host", contracts: contracts)
      let build = try ProjectBuild(
        of: "\(folder.path)/p", sdk, environment: ["PATH": "\(folder.path)/bin"], for: "build")
      return build.commands.map { ProjectBuild.line($0).replacing(folder.path, with: "") }
    }
    let built = try lines(contracts)
    #expect(built[1].contains(" --contract org.example.ShopApi@1.2.0@\(digest) --source "))
    #expect(built[2].contains(" -lCleanseRuntime -I /app -L /app -l:libShopApi.so -module-name P "))
    #expect(!built.joined().contains("Other"))
    #expect(try !lines([]).joined().contains("ShopApi"))
    // Where SwiftPM has the modules.
    try add("app/Modules/ShopApi.swiftmodule")
    #expect(try lines(contracts)[2].contains(" -I /app/Modules "))
    try folder.write("import Other", to: "p/P.swift")
    let error = #expect(throws: CommandFailure.self) { try lines(contracts) }
    #expect(error?.message == "can't find the Swift module of the contract org.example.Other")
    #expect(error?.hints.first?.hasPrefix("copy Other.swiftinterface, ") == true)
  }

  @Test("of a package needs the variable for pkg-config only if the path has blanks")
  func configuration() throws {
    #expect(try !PluginSDK(executable: "\(prefix)/bin/host").packageNeedsConfiguration)
    for file in ["include/cleanse/cleanse_plugin.h", "lib/pkgconfig/cleanse.pc"] {
      try add("a prefix/\(file)")
    }
    let sdk = try PluginSDK(executable: "\(folder.path)/a prefix/bin/host")
    #expect(sdk.packageNeedsConfiguration)
    #expect(sdk.packageConfiguration == "\(folder.path)/a prefix/lib/pkgconfig")
  }

  /// The options of the program for C, where a misspelled macro of the header ends the build: it was a function that no library
  /// has.
  private static let flags = options("-Werror=implicit-function-declaration ")

  /// The options of the program for C and C++.
  private static func options(_ further: String) -> String {
    """
    -shared -fPIC -O2 -Wall -Wextra \(further)-g -gz \
    -ffile-prefix-map=\(FileManager.default.currentDirectoryPath)=. -ffile-prefix-map=/p=p \
    -ffile-prefix-map=/lib=lib -ffile-prefix-map=/usr/include/cleanse=cleanse \
    -I/usr/include/cleanse -fvisibility=hidden
    """
  }

  private func lines(_ environment: [String: String] = [:]) throws -> [String] {
    try build(environment).commands.map {
      ProjectBuild.line($0).replacing(folder.path, with: "")
    }
  }

  @Test("of C calls the compiler that CC names")
  func c() throws {
    try add("p/b.c")
    try add("p/a.c")
    try add("p/.c")
    let flags = "\(Self.flags) /p/a.c /p/b.c -o /p/.build/p.so"
    #expect(try lines() == ["mkdir -p -m 755 /p/.build", "cc \(flags)"])
    #expect(try lines(["CC": "my-cc -m64"]).last == "my-cc -m64 \(flags)")
    #expect(try build().output == "\(folder.path)/p/.build")
  }

  // A plugin whose sources need a directory of headers or a library could not be built.
  @Test("of C and C++ passes the options of the environment in the order of make")
  func options() throws {
    try add("p/a.c")
    let environment = [
      "CFLAGS": " -O0\t-g\n", "CXXFLAGS": "-fno-rtti", "CPPFLAGS": "-Iup -DNAME='a b'",
      "LDFLAGS": "-L.", "LDLIBS": "-lz -lm",
    ]
    let ours = Self.flags
    let common = #"-Iup -DNAME=a\ b -L. /p/a"#
    #expect(
      try lines(environment).last == "cc \(ours) -O0 -g \(common).c -lz -lm -o /p/.build/p.so")
    try FileManager.default.moveItem(
      atPath: "\(folder.path)/p/a.c", toPath: "\(folder.path)/p/a.cc")
    #expect(
      try lines(environment).last
        == "c++ -std=c++17 \(Self.options("")) -fno-rtti \(common).cc -lz -lm -o /p/.build/p.so")
    #expect(Set(environment.keys).isSubset(of: ProjectBuild.variables))
  }

  @Test("of C++ calls the compiler that CXX names")
  func cxx() throws {
    try add("p/a.cpp")
    #expect(
      try lines(["CXX": ""]).last
        == "c++ -std=c++17 \(Self.options("")) /p/a.cpp -o /p/.build/p.so")
  }

  // Two plugins shared the static members of equal templates, whatever the scope of the libraries.
  @Test(
    "of C++ by g++ gives each plugin its own variables", arguments: ["g++", "g++-12", "clang++"])
  func uniqueness(compiler: String) throws {
    try add("p/a.cpp")
    try add("bin/\(compiler)")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: "\(folder.path)/bin/\(compiler)")
    let line = try #require(try lines(["CXX": compiler]).last)
    #expect(line.contains(" -fno-gnu-unique ") == (compiler != "clang++"))
  }

  @Test("of a package calls SwiftPM or Cargo")
  func packages() throws {
    try add("p/Cargo.toml")
    #expect(
      try lines() == [
        "env CLEANSE_SOURCE_DIRECTORY=p cargo build --release --manifest-path /p/Cargo.toml --target-dir /p/target"
      ])
    #expect(try build().output == "\(folder.path)/p/target/release")
    try add("p/Package.swift")
    #expect(
      try lines() == [
        "env PKG_CONFIG_PATH=/usr/lib/pkgconfig swift build -c release --package-path /p"
      ])
    #expect(try build().output == "\(folder.path)/p/.build/release")
  }

  @Test("of Swift sources with a manifest makes the entry point first")
  func swift() throws {
    try add("p/plugin.json")
    try add("p/B.swift")
    try add("p/A.swift")
    let lines = try lines()
    #expect(
      lines.dropFirst().first
        == "/usr/lib/cleanse/bin/plugin-manifest entry /p/plugin.json /p/.build/PluginEntry.swift"
        + " --source P=/p/A.swift --source P=/p/B.swift")
    #expect(
      lines.last?.hasSuffix(
        " -module-name P -o /p/.build/p.so /p/A.swift /p/B.swift /p/.build/PluginEntry.swift")
        == true)
  }

  @Test("needs something to build, and a compiler")
  func nothing() throws {
    let missing = try #require(throws: UsageError.self) { try build() }
    #expect(missing.message == "there is no directory \(folder.path)/p")
    try add("p/notes.txt")
    #expect(
      try #require(throws: UsageError.self) { try build() }.message.hasSuffix(
        "/p contains nothing to build"))
    try add("p/a.c")
    let compiler = try #require(throws: CommandFailure.self) { try build(["PATH": "/nowhere"]) }
    #expect(compiler.message == "can't find the program cc, which compiles the plugin")
    #expect(compiler.hints == ["install the Debian package gcc: apt-get install gcc"])
    let named = try #require(throws: CommandFailure.self) { try build(["CC": "no-such"]) }
    #expect(named.hints == ["an environment variable names it: CC for C, CXX for C++"])
    try add("p/b.cpp")
    #expect(
      try #require(throws: UsageError.self) { try build() }.message.contains("compiles only one"))
  }
}
