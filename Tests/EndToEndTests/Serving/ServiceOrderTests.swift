import CleanseTestSupport
import Testing

@Suite("The order of services", .blocking)
struct ServiceOrderTests {
  /// A web server that depends on a store through a cache, which is no service.
  private func directory() throws -> TemporaryDirectory {
    let directory = try TemporaryDirectory()
    try CPlugin.compile(
      """
      #include <cleanse_plugin.h>
      #include <stdlib.h>
      static void *make(void) { return malloc(1); }
      static const cleanse_service service = {sizeof service, NULL, NULL, NULL, 0, 0, 0};
      CLEANSE_PLUGIN("org.example.web", "1.0.0", "Serves", "Ada") {
        CLEANSE_SERVICE("web *make_web(cache *cache)", make, &service);
        CLEANSE_BIND("cache *make_cache(store *store)", make, 0);
        CLEANSE_SERVICE("store *make_store()", make, &service);
        CLEANSE_HANDLE("web", free);
        CLEANSE_HANDLE("cache", free);
        CLEANSE_HANDLE("store", free);
      }

      """, to: "web.so", in: directory)
    return directory
  }

  @Test("host show says why a service starts after another")
  func show() throws {
    let directory = try directory()
    try expectGolden(
      host("show", ".", "org.example.web", in: directory), "show-services", in: directory)
    let run = try host("show", ".", "org.example.web", "--format", "json", in: directory)
    let plugins = try #require(try run.json()["plugins"] as? [[String: Any]])
    let services = try #require(plugins.first?["services"] as? [[String: Any]])
    #expect(services.map { $0["stage"] as? Int } == [2, 1])
    let after = try #require(services.first?["after"] as? [[String: Any]])
    #expect(after.map { $0["path"] as? [String] } == [["web *", "cache *", "store *"]])
  }

  @Test("host graph shows the stages")
  func graph() throws {
    let directory = try directory()
    let run = try host("graph", ".", "--format", "dot", in: directory)
    #expect(run.output.contains(#"web *\nshared in Singleton\nservice, stage 2"#), "\(run.output)")
    let page = try host("graph", ".", "--format", "html", in: directory)
    #expect(page.output.contains(#""stage":2,"startsAfter":["#))
  }

  @Test("services that wait for each other are an error")
  func cycle() throws {
    let directory = try TemporaryDirectory()
    try CPlugin.compile(
      """
      #include <cleanse_plugin.h>
      #include <stdlib.h>
      static void *make(void) { return malloc(1); }
      static const cleanse_service service = {sizeof service, NULL, NULL, NULL, 0, 0, 0};
      CLEANSE_PLUGIN("org.example.web", "1.0.0", "Serves", "Ada") {
        CLEANSE_SERVICE("web *make_web(store *(*store)())", make, &service);
        CLEANSE_SERVICE("store *make_store(web *web)", make, &service);
      }

      """, to: "web.so", in: directory)
    let run = try host("validate", ".", in: directory)
    #expect(run.status == 1)
    #expect(run.errors.contains("[cleanse/service-cycle]"), "\(run.errors)")
  }
}
