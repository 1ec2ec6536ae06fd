import CleanseTestSupport
import Foundation
import Testing

/// A plugin in C with a service that answers each connection with a text.
struct ServicePlugin {
  var identifier = "org.example.server"
  /// The name of its resource, which no other plugin has.
  var resource = "server"
  /// The answer to each connection.
  var answer = "first"
  /// Statements before it starts; `error` is available.
  var start = ""
  /// Statements before it answers.
  var run = ""
  /// Statements before it stops.
  var stop = ""
  /// Statements in the entry point.
  var registration = ""
  var declarations = ""

  /// The file name of the plugin.
  var file: String { "\(identifier).so" }

  /// Compiles the plugin, and moves it to the folder `plugins`, as one has to replace a plugin in use.
  func build(in directory: TemporaryDirectory) throws {
    try FileManager.default.createDirectory(
      atPath: directory.path(of: "plugins"), withIntermediateDirectories: true)
    try CPlugin.compile(source, to: file, in: directory)
    let moved = rename(directory.path(of: file), directory.path(of: "plugins/\(file)"))
    try #require(moved == 0)
  }

  var source: String {
    """
    #define _GNU_SOURCE
    #include <cleanse_plugin.h>
    #include <errno.h>
    #include <poll.h>
    #include <pthread.h>
    #include <signal.h>
    #include <stdio.h>
    #include <stdlib.h>
    #include <string.h>
    #include <sys/prctl.h>
    #include <sys/ptrace.h>
    #include <sys/socket.h>
    #include <sys/wait.h>
    #include <unistd.h>

    typedef struct server { int socket; volatile int is_stopped; } server;

    \(declarations)

    static server *make_server(int32_t socket) {
      server *made = calloc(1, sizeof *made);
      made->socket = socket;
      return made;
    }

    static void start(void *instance, cleanse_error *error) {
      (void)instance, (void)error;
      \(start)
    }

    /* Answers connections until it is stopped. */
    static void run(void *instance, cleanse_error *error) {
      (void)error;
      server *self = instance;
      \(run)
      while (!self->is_stopped) {
        struct pollfd polled = {self->socket, POLLIN, 0};
        poll(&polled, 1, 10);
        int connection = accept4(self->socket, NULL, NULL, SOCK_CLOEXEC);
        if (connection < 0) continue;
        send(connection, "\(answer)", \(answer.utf8.count), MSG_NOSIGNAL);
        shutdown(connection, SHUT_WR);
        close(connection);
      }
    }

    static void stop(void *instance, cleanse_error *error) {
      (void)error;
      \(stop)
      ((server *)instance)->is_stopped = 1;
    }

    static const cleanse_service service = {
      sizeof service, start, run, stop, 20000, 20000, CLEANSE_STOP_ALL};

    CLEANSE_PLUGIN_WITH("\(identifier)", "1.0.0", "Answers", "Ada", CLEANSE_OPTIONS({"listen": {
      "type": "socket", "default": "127.0.0.1:1", "summary": "The address"}})) {
      CLEANSE_SERVICE("\(resource) *make(int32 socket @option.listen)", make_server, &service);
      \(registration)
    }

    """
  }
}

/// The socket of the test in a directory; each directory has its own.
func listening(in directory: TemporaryDirectory) -> [String] {
  ["--set", "org.example.server.listen=unix:\(directory.path(of: "s.sock"))"]
}

/// Connects to the socket, and returns the answer.
func answer(in directory: TemporaryDirectory) throws -> String {
  let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
  defer { close(descriptor) }
  var address = sockaddr_un()
  address.sun_family = sa_family_t(AF_UNIX)
  let path = Array(directory.path(of: "s.sock").utf8)
  try #require(path.count < 108)
  withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path) }
  let status = withUnsafePointer(to: &address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
    }
  }
  guard status == 0 else { return "no connection: \(errno)" }
  var text: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 256)
  while true {
    let count = read(descriptor, &buffer, buffer.count)
    guard count > 0 else {
      return count == 0 ? String(decoding: text, as: UTF8.self) : "no answer: \(errno)"
    }
    text += buffer[..<count]
  }
}

extension ServicePlugin {
  /// The file that makes a worker crash.
  private static let trigger = "crash"

  /// Statements that crash when ``crashWorkers(_:of:in:)`` orders it, once for each order.
  static func crash(in directory: TemporaryDirectory) -> String {
    """
    while (unlink("\(directory.path(of: trigger))") != 0) usleep(1000);
    *(volatile int *)0 = 1;
    """
  }

  /// Lets workers crash one after the other, each when it is ready.
  static func crashWorkers(
    _ count: Int, of serving: ServingHost, in directory: TemporaryDirectory
  ) throws {
    for restarts in 0..<count {
      try serving.status("ready to crash") { $0.restarts == restarts && $0.state == "ready" }
      try directory.write("".utf8, to: trigger)
    }
  }
}
