import CleanseTestSupport
import Foundation
import Testing

/// Makes packages with the installed program, with the commands of Documentation/Deploying.md. `scripts/test-install` installs such
/// packages in new systems.
@Suite("A Debian package of a plugin", .serialized, .blocking)
struct DebianPackageTests {
  private let workplace: TemporaryDirectory
  private let page: Readme

  init() throws {
    guard PluginLanguageTests.has("dpkg-shlibdeps") else {
      try Test.cancel("there is no dpkg-shlibdeps")
    }
    workplace = try TemporaryDirectory()
    page = try Readme("Documentation/Deploying.md")
  }

  @discardableResult
  private func run(_ script: String, _ variables: [String: String] = [:]) throws -> String {
    try Shell.run(
      script, in: workplace,
      environment: [
        "PATH": "\(Build.installation.path)/bin:\(ChildProcess.searchPaths["PATH"] ?? "")",
        "PKG_CONFIG_PATH": "\(Build.installation.path)/lib/pkgconfig",
        "GIT_CONFIG_GLOBAL": "/dev/null", "DEBEMAIL": "ann@example.org",
      ].merging(variables) { $1 })
  }

  @Test("has its fields, its file and its licence, whatever the umask, and the same bytes again")
  func plugin() throws {
    let output = try run(
      """
      umask 077
      host new plugin hello --language c
      echo 'Do what you like.' >hello/LICENSE.md
      { \(page.script("deb"))
      } 2>commands
      TZ=UTC dpkg-deb --contents packages/*.deb
      dpkg-deb --field packages/*.deb
      host build hello --deb=again
      cmp packages/*.deb again/*.deb
      test ! -e plugins
      """, ["SOURCE_DATE_EPOCH": "1795564799"])
    for line in [
      "-rw-r--r-- root/root", "2026-11-24 23:59 ./usr/lib/cleanse/plugins/hello.so",
      "./usr/share/doc/cleanse-plugin-org.example.hello/LICENSE.md",
      "./usr/share/doc/cleanse-plugin-org.example.hello/changelog.gz",
      "./usr/share/doc/cleanse-plugin-org.example.hello/copyright",
      "\nPackage: cleanse-plugin-org.example.hello\nVersion: 0.1.0\n",
      "\nMaintainer: Ann Example <ann@example.org>\n", ", cleanse-c-1\n", "\nRecommends: cleanse\n",
    ] {
      #expect(output.contains(line), "\(line) is not in\n\(output)")
    }
    #expect(output.contains(/\nDepends: libc6 \(>= [0-9.]+\), cleanse-c-1\n/), "\(output)")
    #expect(!output.contains("drwx------"))
    #expect(try workplace.text(of: "commands").contains("\n$ env "))
  }

  @Test("comes with a package of each contract, on which it depends")
  func contract() throws {
    let output = try run(
      """
      umask 022
      host new contract greeting
      host new plugin polite
      cd polite
      sed -i 's|dependencies: \\[.package(name: "cleanse"|dependencies: [.package(path: "../greeting"), .package(name: "cleanse"|' Package.swift
      sed -i 's|name: "Polite", dependencies: \\[runtime\\]|name: "Polite", dependencies: [runtime, .product(name: "Greeting", package: "greeting")]|' Package.swift
      printf 'import Greeting\\n\\nstruct TestGreeter: Greeter { func greet(_ name: String) -> String { name } }\\n' >Sources/Polite/Greeter.swift
      host build --into ../plugins
      host build --deb=../packages
      cd ../packages
      ls
      for package in *.deb; do
        dpkg-deb --field $package Depends Provides
        dpkg-deb --contents $package
        dpkg-deb --extract $package files
      done
      readelf --dynamic files/usr/lib/cleanse/plugins/*.so | grep PATH
      """)
    let interface = "cleanse-c-1, cleanse-abi-"
    #expect(
      output.contains(/cleanse-contract-org.example.greeting_0.1.0_[a-z0-9]+\.deb\n/), "\(output)")
    #expect(
      output.contains(
        /Provides: cleanse-contract-org.example.greeting\+0\.1 \(= 0\.1\.0\), cleanse-contract-org.example.greeting\+build-[0-9a-f]{16}\n/
      ), "\(output)")
    #expect(
      output.contains(
        /Depends: .*cleanse-swift-[0-9.]+, cleanse-contract-org.example.greeting\+0\.1 \(>= 0\.1\.0\)\n/
      ), "\(output)")
    // They had the directory of the toolchain on the machine of the build, too, at least after another build.
    #expect(output.matches(of: /\[\$ORIGIN\]\n/).count == 2, "\(output)")
    #expect(output.components(separatedBy: interface).count == 3, "\(output)")
    #expect(output.components(separatedBy: "/libGreeting.so\n").count == 2, "\(output)")
  }

  @Test("is not made of what Debian does not allow, with the reason")
  func refused() throws {
    let output = try run(
      """
      umask 022
      host new plugin hello --language c >created
      attempt() { echo "$1:"; shift; "$@" 2>&1 | grep -v '^\\$ ' || true; test ! -e packages; }
      attempt 'no address' env DEBEMAIL= host build hello --deb=packages
      attempt 'two options' host build hello --deb=packages --into plugins
      attempt 'no directory' host build hello --deb=
      attempt 'no time' env SOURCE_DATE_EPOCH=today host build hello --deb=packages
      sed -i 's/"0.1.0"/"0.1.0-rc-1"/' hello/hello.c
      attempt 'a version' host build hello --deb=packages
      sed -i 's/"0.1.0-rc-1"/"0.1.0"/; s/org.example.hello/org.example.Hello/' hello/hello.c
      attempt 'a name' host build hello --deb=packages
      sed -i 's/org.example.Hello/org.example.hello/; s/CLEANSE_PLUGIN_WITH(/void cleanse_absent(void); int unknown(void) { cleanse_absent(); return 0; }\\n&/' hello/hello.c
      attempt 'a plugin that can not be loaded' host build hello --deb=packages
      """, ["DEBFULLNAME": "Ann"])
    expectGolden(output.replacing(workplace.path, with: "<directory>"), "deb-refused")
  }

  @Test("needs programs, which it names before anything is compiled")
  func programs() throws {
    let output = try run(
      """
      umask 022
      host new plugin hello --language c
      mkdir programs
      ln -s "$(command -v cc)" "$(command -v mkdir)" programs
      host=$(command -v host)
      PATH=$PWD/programs "$host" build hello --deb 2>&1 || true
      test ! -e hello/.build
      """)
    #expect(
      output.hasSuffix(
        """
        host: can't find the program dpkg-deb, which makes Debian packages
          install the Debian package dpkg: apt-get install dpkg

        """), "\(output)")
  }
}
