/*
 * cleanse_plugin.h: the C interface between a host and its plugins.
 *
 * This header is the single source of truth; Documentation/PluginABI.md explains it byte by byte.
 * It is C99, compiles as C++ and depends only on the two standard headers below.
 *
 * A complete plugin:
 *
 *   #include <cleanse_plugin.h>
 *
 *   static double area(double width, double height) { return width * height; }
 *
 *   CLEANSE_PLUGIN("org.example.geometry", "1.0.0", "Measures rectangles", "Ada") {
 *     CLEANSE_VALUE("double @geometry.width", double, 3);
 *     CLEANSE_BIND("double area(double width @geometry.width, double height @geometry.height)"
 *                  " @geometry.area", area, 0);
 *   }
 */
#ifndef CLEANSE_PLUGIN_H
#define CLEANSE_PLUGIN_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * The version of the interface. It is increased when the meaning of an existing declaration changes. A new member
 * at the end of a table, a new form of signatures, or a new flag does not change it: a host that does not support
 * the form rejects the plugin with plugin/malformed-declaration, and for a flag with plugin/invalid-call.
 */
#define CLEANSE_ABI_VERSION 1

/* The ELF note that makes a shared library a plugin. */
#define CLEANSE_NOTE_SECTION ".note.cleanse"
#define CLEANSE_NOTE_NAME "Cleanse"
#define CLEANSE_NOTE_TYPE 1
/* The notes of the contracts that a library provides, and of those that a plugin in C was built against. */
#define CLEANSE_CONTRACT_NOTE_TYPE 2
#define CLEANSE_USED_CONTRACT_NOTE_TYPE 4

/* The name of the only symbol that a plugin exports. Its type is cleanse_plugin_entry. */
#define CLEANSE_ENTRY_POINT "cleanse_plugin_configure"

/* The results of the entry point and of the functions of the host's table. */
enum {
  CLEANSE_OK = 0,    /* success */
  CLEANSE_FAILED = 1 /* from the entry point: the plugin can't be used, and everything it registered
                        is dropped; from the table: the call was refused, and the host reports why */
};

/*
 * The binder that records the bindings of one plugin. It is valid until the entry point that received it returns,
 * and only on the thread of that call. The host refuses calls with any other binder or from another thread.
 */
typedef struct cleanse_binder cleanse_binder;

/* A buffer of bytes: the type `bytes` of a signature, which is the same as `uint8[]`. */
typedef struct cleanse_bytes {
  const uint8_t *data; /* may be null if size is 0 */
  size_t size;
} cleanse_bytes;

/*
 * A collection: the type `TYPE[]` of a signature. It is also the type of a collection that is requested element by
 * element, `TYPE (*NAME[])() throws`, whose items are functions:
 *
 *   char *(*const *lines)(cleanse_error *) = array.items;
 *
 * Each function returns one element, or fails independently of the others. The functions are in the order of the
 * collection: first the contributions of ancestor components, then by `order`, then in the order of registration. An
 * element that was contributed individually is requested at each call: a new one, or the shared one. A contribution
 * of several elements is made when the function that requests the collection is called; if that fails, the
 * contribution is one function that fails at each call.
 */
typedef struct cleanse_array {
  const void *items; /* an array of the C type; may be null if count is 0 */
  size_t count;
} cleanse_array;

/*
 * Receives the error of a function: the last parameter of each function whose signature has `throws`. The result of
 * a function that failed is ignored. It can be passed on to a provider that `throws`; check `failed` afterwards.
 */
typedef struct cleanse_error cleanse_error;
struct cleanse_error {
  size_t size;
  /* Reports the error. The message is UTF-8; it is copied and truncated to 64 KiB. Only the first one counts. */
  void (*fail)(cleanse_error *error, const char *message);
  /* Not 0 after `fail` has been called. A plugin that provides its own `fail` has to set it. */
  int32_t failed;
};

/*
 * Ownership and lifetimes:
 *
 * - A string, bytes or an array that a function receives is a copy. If the function returns a pointer, `NAME *`, the
 *   copy is valid as long as the returned instance. Otherwise, and if the parameter is `borrowed`, it is valid until
 *   the function returns.
 * - The instance of a `NAME *` that a function receives is valid as long as the result of the function.
 * - The result of a function is copied. The plugin keeps the memory of the result, unless the result is `owned`: then
 *   the host releases it with free(): a string; the items of an array, and before them each string of it, but no
 *   `NAME *`. A returned `NAME *`, also one of an array, belongs to the host, which destroys it with the function of
 *   declare_handle.
 * - A string, bytes or an array that a provider function returns belongs to the caller, which has to free() it. A
 *   `NAME *` is valid as long as the result of the function that requested the provider.
 * - A provider function is valid as long as the component instance. The functions of an array,
 *   `TYPE (*NAME[])() throws`, are valid as long as the array: as long as the returned instance if the function
 *   returns a `NAME *`, otherwise until the function returns.
 * - A provider function whose value depends on the result of the function that requested it fails if it is called
 *   before that function has returned. A collection that is requested element by element counts as an immediate
 *   request: a contribution may depend on its requester only through a provider.
 */

/* The flags of a binding. */
enum {
  /* One instance is shared within each instance of the component. It is made at the first request. */
  CLEANSE_SHARED = 1,
  /* The result is an element of the collection or, if it is an array, several elements. */
  CLEANSE_CONTRIBUTE = 2,
  /* The binding replaces the other bindings of the key. */
  CLEANSE_OVERRIDE = 4,
  /*
   * The function wraps what other bindings of the key provide, whichever plugin declares them. It receives that value
   * as a parameter of the same type and name as its result; all other requests of the key receive its result.
   */
  CLEANSE_DECORATE = 8
};

/* What happens when a service ends by itself. */
enum {
  CLEANSE_STOP_ALL = 0, /* all services are stopped */
  CLEANSE_RESTART = 1,  /* it is stopped and started again, after a delay that grows with each attempt */
  CLEANSE_IGNORE = 2    /* the end is only reported */
};

/*
 * How the shared instance of a binding, a `NAME *`, starts, works and stops. It starts when all services that it
 * depends on are ready, and stops when those that depend on it have stopped. Each function is called on a thread of its
 * own and may block. A function that is null does nothing. The structure is copied.
 */
typedef struct cleanse_service {
  size_t size; /* sizeof(cleanse_service), as the plugin was compiled */
  /* Starts the instance, which is ready when the function returns. After `error->fail`, it has failed to start, and
     `stop` is not called. */
  void (*start)(void *instance, cleanse_error *error);
  /* Works until the instance is stopped: `stop` has to make it return. Called when all services are ready: a server
     accepts connections here, so that none is lost if another service fails to start. */
  void (*run)(void *instance, cleanse_error *error);
  /* Finishes the work in progress, and releases what `start` has acquired. Called once for each start. */
  void (*stop)(void *instance, cleanse_error *error);
  /* How long the instance may take to start and to stop, in milliseconds; 0 for 30 seconds. The host can't end a
     function that takes longer: it reports the function, and waits for it no more. */
  uint32_t start_deadline;
  uint32_t stop_deadline;
  uint32_t ending; /* CLEANSE_STOP_ALL, CLEANSE_RESTART or CLEANSE_IGNORE */
} cleanse_service;

/* The binding of a factory or a value. */
typedef struct cleanse_binding {
  size_t size; /* sizeof(cleanse_binding), as the plugin was compiled */
  /* For a function: "double area(double width @geometry.width)"; for a value: "double @name". */
  const char *signature;
  void (*function)(void); /* the factory, cast to this type; null for a value */
  const void *value;      /* the address of the value, which is copied; null for a factory */
  uint32_t flags;
  /* The order of a contribution, lowest first; that of a decorator, lowest innermost; the precedence of an override,
     greatest wins. */
  int32_t order;
  const char *file;
  uint32_t line;
  uint32_t value_size; /* the size of the value, compared with that of its type; 0: not compared */
  const cleanse_service *service; /* how the instance starts and stops; null if it is no service */
} cleanse_binding;

/*
 * The host's table of functions. A newer host may have a larger table: compare `size` with
 * offsetof(cleanse_host, member) before using a member that was added after this version.
 *
 * All texts are null-terminated UTF-8 and are copied.
 */
typedef struct cleanse_host {
  /* The size of the host's table in bytes. */
  size_t size;
  /* The host's CLEANSE_ABI_VERSION. */
  uint32_t abi_version;
  /*
   * Reports an error, which makes the plugin unusable. `message` is null-terminated UTF-8; it is copied and
   * truncated to 64 KiB. A null pointer is an error without a message. The function may be called several times;
   * the first hundred messages are kept.
   * The plugin is rejected even if its entry point returns CLEANSE_OK afterwards.
   */
  void (*report_error)(cleanse_binder *binder, const char *message);
  /* Records the binding of a factory or a value. */
  int32_t (*bind)(cleanse_binder *binder, const cleanse_binding *binding);
  /*
   * Declares that a key needs no binding: without one, "double[] @weights" is an empty collection, and an optional
   * request for "double? @limit" is null.
   */
  int32_t (*declare)(
    cleanse_binder *binder, const char *key, const char *file, uint32_t line);
  /*
   * Declares a structure, whose name can be used in subsequent signatures of this plugin:
   * "point { double x; double y; }".
   */
  int32_t (*declare_structure)(
    cleanse_binder *binder, const char *declaration, const char *file, uint32_t line);
  /*
   * Declares the function that destroys an instance of `name *`. The host calls it once, when the last holder of the
   * instance is released, and only for what functions of this plugin have created. What those of a plugin that does not
   * declare one create is never destroyed.
   */
  int32_t (*declare_handle)(
    cleanse_binder *binder, const char *name, void (*destroy)(void *instance), const char *file,
    uint32_t line);
} cleanse_host;

/*
 * The entry point. The host calls it after the checks of the note have passed, once for each graph that it records:
 * if another plugin turns out to be unusable, the host records a graph without that plugin and calls the entry point
 * again, with a new binder. The plugin has to register the same bindings each time. The entry point must not throw
 * exceptions of any language.
 */
typedef int32_t (*cleanse_plugin_entry)(const cleanse_host *host, cleanse_binder *binder);

/* ---- Extension points of the host ---------------------------------------------------------- */

/* The streams of a command. Valid until `run` returns, and only on its thread. */
typedef struct cleanse_streams cleanse_streams;
struct cleanse_streams {
  size_t size;
  /* Reads up to `limit` bytes, after waiting for at least one. Returns the number of bytes; 0 at the end of the input;
     -1 on failure, which the host reports. */
  int64_t (*read)(cleanse_streams *streams, void *buffer, size_t limit);
  /* Writes all bytes. Returns CLEANSE_FAILED on failure, or if the reader has closed the stream. The command should
     end then; the host reports a failure. */
  int32_t (*write)(cleanse_streams *streams, const void *bytes, size_t count);
  /* As `write`, to the error stream. */
  int32_t (*write_error)(cleanse_streams *streams, const void *bytes, size_t count);
};

/*
 * A command that `host run` runs by name. To add a command, contribute a `cleanse_command *`. The table must stay
 * valid until `destroy` is called.
 */
typedef struct cleanse_command {
  size_t size; /* sizeof(cleanse_command), as the plugin was compiled */
  void *state; /* passed to the functions */
  /* Called once for each time that the table was made or requested; may be null. A table on the heap is
     part of the state, then. */
  void (*destroy)(void *state);
  const char *name;    /* typed by the user: lower-case letters, digits and hyphens */
  const char *summary; /* a description in one line */
  /* Runs the command and returns the exit status, 0 to 255. After `error->fail`, the host prints the message and
     exits with status 2 if the function returns 2, which it should for a wrong command line, and otherwise with 1. */
  int32_t (*run)(
    void *state, size_t argument_count, const char *const *arguments, cleanse_streams *streams,
    cleanse_error *error);
} cleanse_command;

/*
 * A health check that `host serve` runs every few seconds while the services run. To add one, contribute a
 * `cleanse_health_check *`. The table must stay valid until `destroy` is called.
 */
typedef struct cleanse_health_check {
  size_t size; /* sizeof(cleanse_health_check), as the plugin was compiled */
  void *state; /* passed to the functions */
  void (*destroy)(void *state); /* as for a command */
  const char *name; /* shown by `host status` */
  /* Checks whether a part works; if not, it calls `error->fail` with the reason. Called on a thread of its own; a call that
     takes longer than five seconds counts as a failure. */
  void (*check)(void *state, cleanse_error *error);
} cleanse_health_check;

/* The severity of a finding. */
enum { CLEANSE_NOTE = 0, CLEANSE_WARNING = 1, CLEANSE_ERROR = 2 };

/* The kind of a binding of a graph. */
enum {
  CLEANSE_SINGLE = 0,
  CLEANSE_CONTRIBUTION = 1,
  CLEANSE_DECLARATION = 2,
  CLEANSE_OPTIONAL = 3,
  CLEANSE_SEED = 4,
  CLEANSE_SUBCOMPONENT = 5,
  CLEANSE_DECORATOR = 6
};

/* The index of no binding, for a finding about the graph as a whole. */
#define CLEANSE_NO_BINDING SIZE_MAX

/*
 * One binding of a graph. The texts are valid as long as the graph; a text that does not exist is null.
 *
 * The caller sets `size` before each call to the size of the structure as it was compiled, and the host sets it to the
 * size of what it has filled in. A newer host fills in what the structure has; an older one leaves what it does not
 * know as it is:
 *
 *   cleanse_graph_binding binding = {.size = sizeof binding};
 */
typedef struct cleanse_graph_binding {
  size_t size;
  const char *type;   /* as it is written in Swift */
  const char *tag;    /* the tag, or the name after the @ */
  const char *origin; /* the identifier of the plugin that declared it; null for the application */
  const char *scope;  /* the scope in which the instance is shared */
  const char *file;
  uint32_t line; /* 0 if unknown */
  uint32_t kind;
  size_t request_count;
} cleanse_graph_binding;

/* A request of a factory. `size` is as in cleanse_graph_binding. */
typedef struct cleanse_graph_request {
  size_t size;
  const char *type;
  const char *tag;
  const char *form; /* instance, optional, provider, throwingProvider, … */
} cleanse_graph_request;

/* The whole graph. Valid until `validate` returns, and only on its thread. Indices start at 0. */
typedef struct cleanse_graph cleanse_graph;
struct cleanse_graph {
  size_t size;
  size_t binding_count;
  /* Copies the binding or request at an index to `result`, up to its size. Returns CLEANSE_FAILED if the index is out
     of range; also, and the host reports that, if `result` is smaller than in the first version of this header. */
  int32_t (*binding)(
    const cleanse_graph *graph, size_t binding, cleanse_graph_binding *result);
  int32_t (*request)(
    const cleanse_graph *graph, size_t binding, size_t request, cleanse_graph_request *result);
  /*
   * Returns the index of the first binding at or after `from` that provides the request, or CLEANSE_NO_BINDING. Use
   * it to follow an edge of the graph.
   */
  size_t (*answer)(const cleanse_graph *graph, size_t binding, size_t request, size_t from);
  /*
   * Reports a finding about a binding, or about the graph as a whole. `code` is "owner/name"; null means
   * cleanse/reported-error.
   */
  int32_t (*report)(
    const cleanse_graph *graph, int32_t severity, const char *code, const char *message,
    size_t binding);
};

/*
 * A validator of the combined graph. To add a validator, contribute a `cleanse_validator *`. The table must stay
 * valid until `destroy` is called.
 */
typedef struct cleanse_validator {
  size_t size; /* sizeof(cleanse_validator), as the plugin was compiled */
  void *state;
  void (*destroy)(void *state); /* as for a command */
  const char *name;
  void (*validate)(void *state, const cleanse_graph *graph);
} cleanse_validator;

/* ---- Macros for plugins ---------------------------------------------------------------------- */

#if defined(__x86_64__)
#define CLEANSE_ARCHITECTURE "x86_64"
#elif defined(__aarch64__)
#define CLEANSE_ARCHITECTURE "aarch64"
#else
#error "cleanse_plugin.h: there is no host for this processor"
#endif

/*
 * Members of the manifest for CLEANSE_PLUGIN_WITH, one after the other, without commas. Each has the JSON value of
 * plugin.json, without quotation marks around it.
 */

/*
 * The extension points that the plugin contributes to, or the contributions with their names:
 *   CLEANSE_CONTRIBUTES(["Command"])
 *   CLEANSE_CONTRIBUTES({"Command": [{"name": "hello", "summary": "says hello"}]})
 */
#define CLEANSE_CONTRIBUTES(...) ",\"contributes\":" #__VA_ARGS__
/* The plugins that it requires, with the ranges of their versions: CLEANSE_REQUIRES({"org.example.words": ">=1.0.0"}) */
#define CLEANSE_REQUIRES(...) ",\"requires\":" #__VA_ARGS__
/* The identifiers that it had before, under which settings apply to it: CLEANSE_FORMERLY(["org.example.old"]) */
#define CLEANSE_FORMERLY(...) ",\"formerly\":" #__VA_ARGS__
/*
 * Its options:
 *   CLEANSE_OPTIONS({"width": {"type": "int", "default": 72, "summary": "The width of a line"}})
 * A function requests the value of one as a parameter with the key @option.NAME, as in "int32 width @option.width".
 */
#define CLEANSE_OPTIONS(...) ",\"options\":" #__VA_ARGS__
/*
 * What it needs of the system while it is checked:
 *   CLEANSE_NEEDS({"read": ["/srv/words"], "ports": {"connect": [443]}})
 * Only the operator of the host grants it.
 */
#define CLEANSE_NEEDS(...) ",\"needs\":" #__VA_ARGS__

/*
 * Defines the manifest, the stamp and the entry point of a plugin. It is followed by the block that registers the
 * bindings, in which `host` and `binder` are available.
 *
 * The arguments are string literals that are copied into JSON unchanged: write a quotation mark as \\\". The
 * identifier, the version, the summary and the author follow the rules of plugin.json.
 */
#define CLEANSE_PLUGIN(identifier, version, summary, author) \
  CLEANSE_PLUGIN_WITH(identifier, version, summary, author, "")

/*
 * As CLEANSE_PLUGIN, with further members of the manifest, as in
 *   CLEANSE_CONTRIBUTES(["Command"]) CLEANSE_REQUIRES({"org.example.words": ">=1.0.0"})
 */
#define CLEANSE_PLUGIN_WITH(identifier, version, summary, author, members)                        \
  enum { only_one_CLEANSE_PLUGIN_in_a_plugin };                                                   \
  CLEANSE_NOTE_(                                                                                  \
    CLEANSE_LINE_NAME_(cleanse_note_), CLEANSE_NOTE_TYPE,                                         \
    "{\"manifest\":{\"identifier\":\"" identifier "\",\"version\":\"" version                     \
    "\",\"summary\":\"" summary "\",\"authors\":[\"" author "\"]" members                         \
    "},\"stamp\":{\"abi\":" CLEANSE_TEXT_(CLEANSE_ABI_VERSION) ",\"architecture\":\""             \
    CLEANSE_ARCHITECTURE "\",\"language\":\"c\"}}")                                               \
  static void CLEANSE_LINE_NAME_(cleanse_plugin_register_)(                                       \
    const cleanse_host *host, cleanse_binder *binder);                                            \
  CLEANSE_ENTRY_POINT_                                                                            \
  int32_t cleanse_plugin_configure(const cleanse_host *host, cleanse_binder *binder);             \
  int32_t cleanse_plugin_configure(const cleanse_host *host, cleanse_binder *binder) {            \
    if (host->size < sizeof(cleanse_host)) {                                                      \
      if (host->size >= offsetof(cleanse_host, bind)) {                                           \
        host->report_error(binder, "the host is older than the header of this plugin");           \
      }                                                                                           \
      return CLEANSE_FAILED;                                                                      \
    }                                                                                             \
    CLEANSE_LINE_NAME_(cleanse_plugin_register_)(host, binder);                                   \
    return CLEANSE_OK;                                                                            \
  }                                                                                               \
  static void CLEANSE_LINE_NAME_(cleanse_plugin_register_)(                                       \
    const cleanse_host *host, cleanse_binder *binder)

/*
 * Binds a function. `flags` is 0, or combines CLEANSE_SHARED with one of CLEANSE_CONTRIBUTE, CLEANSE_OVERRIDE and
 * CLEANSE_DECORATE.
 */
#define CLEANSE_BIND(signature, function, flags) \
  CLEANSE_BIND_AT(signature, function, flags, 0)

/* As CLEANSE_BIND, with the order of a contribution or a decorator, or the precedence of an override. */
#define CLEANSE_BIND_AT(signature, function, flags, order) \
  CLEANSE_BIND_(signature, CLEANSE_FUNCTION_(function), NULL, 0, flags, order)

/*
 * Binds a function that returns a shared `NAME *`, and makes the instance a service. The third argument is the address of
 * a cleanse_service:
 *
 *   static const cleanse_service service = {sizeof service, start_server, NULL, stop_server, 0, 0, CLEANSE_STOP_ALL};
 *   CLEANSE_SERVICE("server *make_server(counter *hits) throws", make_server, &service);
 */
#define CLEANSE_SERVICE(signature, function, service) \
  CLEANSE_BIND_WITH_(signature, CLEANSE_FUNCTION_(function), NULL, 0, CLEANSE_SHARED, 0, service)

/* Binds a value of a C type, as in CLEANSE_VALUE("point @origin", struct point, {0, 0}). */
#define CLEANSE_VALUE(key, type, ...) CLEANSE_VALUE_WITH(key, 0, type, __VA_ARGS__)

/* As CLEANSE_VALUE, with flags. */
#define CLEANSE_VALUE_WITH(key, flags, type, ...) \
  CLEANSE_VALUE_AT(key, flags, 0, type, __VA_ARGS__)

/* As CLEANSE_VALUE_WITH, with the order of a contribution, or the precedence of an override. */
#define CLEANSE_VALUE_AT(key, flags, order, type, ...)                                            \
  do {                                                                                            \
    type const cleanse_value_ = __VA_ARGS__;                                                      \
    CLEANSE_BIND_(key, NULL, &cleanse_value_, sizeof cleanse_value_, flags, order);               \
  } while (0)

/* Declares that a key needs no binding: "double[] @weights", "double? @limit". */
#define CLEANSE_DECLARE(key) (host->declare(binder, (key), __FILE__, __LINE__))

/* Declares a structure: CLEANSE_STRUCTURE("point { double x; double y; }"). */
#define CLEANSE_STRUCTURE(declaration) \
  (host->declare_structure(binder, (declaration), __FILE__, __LINE__))

/* Declares the function that destroys instances of a pointer type: CLEANSE_HANDLE("counter", destroy_counter). */
#define CLEANSE_HANDLE(name, destroy) \
  (host->declare_handle(binder, (name), (destroy), __FILE__, __LINE__))

/*
 * In the header of a contract, whose structures and function tables plugins exchange: its version. The name is a prefix
 * of the header's own names. The host compares the versions of all plugins that include the header, as for a contract in
 * Swift. Include cleanse_plugin.h before:
 *
 *   CLEANSE_CONTRACT(text_filter, "org.example.text-filter", "1.2.0")
 */
#define CLEANSE_CONTRACT(name, identifier, version) \
  CLEANSE_CONTRACT_(name##_contract_, CLEANSE_USED_CONTRACT_NOTE_TYPE, identifier, version)

/* In one source file of a shared library that provides a contract. */
#define CLEANSE_CONTRACT_LIBRARY(name, identifier, version) \
  CLEANSE_CONTRACT_(name##_library_, CLEANSE_CONTRACT_NOTE_TYPE, identifier, version)

/* Reports that a factory failed. Return any value afterwards. */
#define CLEANSE_FAIL(error, message) ((error)->fail((error), (message)))

/* Implementation of the macros above. */

#define CLEANSE_BIND_(text, called, copied, bytes, how, where)                                    \
  CLEANSE_BIND_WITH_(text, called, copied, bytes, how, where, NULL)

#define CLEANSE_BIND_WITH_(text, called, copied, bytes, how, where, started)                      \
  do {                                                                                            \
    cleanse_binding cleanse_binding_;                                                             \
    cleanse_binding_.size = sizeof cleanse_binding_;                                              \
    cleanse_binding_.signature = (text);                                                          \
    cleanse_binding_.function = (called);                                                         \
    cleanse_binding_.value = (copied);                                                            \
    cleanse_binding_.flags = (how);                                                               \
    cleanse_binding_.order = (where);                                                             \
    cleanse_binding_.file = __FILE__;                                                             \
    cleanse_binding_.line = __LINE__;                                                             \
    cleanse_binding_.value_size = (bytes);                                                        \
    cleanse_binding_.service = (started);                                                         \
    host->bind(binder, &cleanse_binding_);                                                        \
  } while (0)

/* Casts a function of any type to the type in cleanse_binding. */
#ifdef __cplusplus
#define CLEANSE_FUNCTION_(function) (reinterpret_cast<void (*)(void)>(function))
#else
#define CLEANSE_FUNCTION_(function) ((void (*)(void))(function))
#endif

/*
 * A name with the number of the line, so that a second plugin in a file is an error that explains itself, and not one about
 * each name of the macro.
 */
#define CLEANSE_LINE_NAME_(prefix) CLEANSE_JOINED_(prefix, __LINE__)
#define CLEANSE_JOINED_(prefix, number) CLEANSE_PASTED_(prefix, number)
#define CLEANSE_PASTED_(prefix, number) prefix##number

/* Expands a number to a string literal. */
#define CLEANSE_TEXT_(number) CLEANSE_LITERAL_(number)
#define CLEANSE_LITERAL_(text) #text

/* The note may end with null bytes after the JSON, as a C string literal ends with one. */
#define CLEANSE_NOTE_(variable, kind, json)                                                       \
  __attribute__((section(CLEANSE_NOTE_SECTION), used, aligned(4))) static const struct {          \
    uint32_t name_size, size, type;                                                               \
    char name[sizeof CLEANSE_NOTE_NAME];                                                          \
    char text[(sizeof(json) + 3) / 4 * 4];                                                        \
  } variable = {                                                                                  \
    sizeof CLEANSE_NOTE_NAME, (sizeof(json) + 3) / 4 * 4, kind, CLEANSE_NOTE_NAME, json};

#define CLEANSE_CONTRACT_(variable, kind, identifier, version)                                    \
  CLEANSE_NOTE_(                                                                                  \
    variable, kind, "{\"identifier\":\"" identifier "\",\"version\":\"" version "\"}")

#ifdef __cplusplus
#define CLEANSE_ENTRY_POINT_ extern "C" __attribute__((visibility("default")))
#else
#define CLEANSE_ENTRY_POINT_ __attribute__((visibility("default")))
#endif

#ifdef __cplusplus
}
#endif

#endif
