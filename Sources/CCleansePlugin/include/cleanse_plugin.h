/*
 * cleanse_plugin.h: the C interface between a host and its plugins.
 *
 * This header is the single source of truth; Documentation/PluginABI.md explains it byte by byte.
 * It is C99, compiles as C++ and needs nothing but the two standard headers below.
 *
 * A whole plugin:
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
 * The version of everything in this header. It grows when something that exists changes its
 * meaning; a new member at the end of a table, or a new form of signatures, leaves it as it is: a host
 * that does not know a form refuses the plugin with plugin/malformed-declaration.
 */
#define CLEANSE_ABI_VERSION 1

/* The ELF note that makes a shared library a plugin. */
#define CLEANSE_NOTE_SECTION ".note.cleanse"
#define CLEANSE_NOTE_NAME "Cleanse"
#define CLEANSE_NOTE_TYPE 1

/* The name of the one symbol that a plugin exports; its type is cleanse_plugin_entry. */
#define CLEANSE_ENTRY_POINT "cleanse_plugin_configure"

/* What the entry point and the functions of the table return. */
enum {
  CLEANSE_OK = 0,    /* everything has been registered */
  CLEANSE_FAILED = 1 /* from the entry point: the plugin can't be used, and whatever it registered
                        is dropped; from the table: the call was refused, and the host tells why */
};

/*
 * What one plugin records its bindings in. It is valid from the call of the entry point until
 * that returns, on the thread of that call; a call with any other is refused.
 */
typedef struct cleanse_binder cleanse_binder;

/* A buffer of bytes: what a signature calls `bytes`, which is the same as `uint8[]`. */
typedef struct cleanse_bytes {
  const uint8_t *data; /* may be null where size is 0 */
  size_t size;
} cleanse_bytes;

/*
 * A collection: what a signature calls `TYPE[]`; and a collection that is requested element by element,
 * `TYPE (*NAME[])() throws`, whose items are functions:
 *
 *   char *(*const *lines)(cleanse_error *) = array.items;
 *
 * Each function yields one element, or fails without the others. They are in the order of the collection:
 * what ancestors of a component contribute first, then by `place`, then in the order of registration. An
 * element that is contributed as such is made at each call: a new one, or the shared one. A contribution of
 * several elements is made when the function is called that requests the collection; where that fails, it is
 * one function that fails at each call.
 */
typedef struct cleanse_array {
  const void *items; /* an array of the C type; may be null where count is 0 */
  size_t count;
} cleanse_array;

/*
 * How a function tells that it failed: the last parameter of one whose signature says `throws`.
 * What it returns is ignored then. It can be handed on to a provider that `throws`: look at `failed`
 * afterwards.
 */
typedef struct cleanse_error cleanse_error;
struct cleanse_error {
  size_t size;
  /* The message is UTF-8 and copied, up to 64 KiB of it; of several the first counts. */
  void (*fail)(cleanse_error *error, const char *message);
  /* Not 0 once `fail` has been called; a `fail` of one's own sets it itself. */
  int32_t failed;
};

/*
 * Who owns what, and for how long:
 *
 * - A string, bytes or an array that a function is given is a copy. It lasts as long as what the
 *   function makes, where that is a pointer, `NAME *`; otherwise, and where the parameter is
 *   `borrowed`, until the function returns.
 * - What stands behind a `NAME *` that a function is given lasts as long as what it makes of it.
 * - What a function returns is copied. The plugin keeps its memory, unless the result is `owned`: then
 *   the host frees it with free(). A `NAME *` belongs to the host, which ends it as
 *   declare_handle says.
 * - What a provider function returns as a string, bytes or an array is the caller's, to free() it. A
 *   `NAME *` lasts as long as what was made by whoever asked for the provider.
 * - A provider function stays valid as long as the component instance. Those of an array,
 *   `TYPE (*NAME[])() throws`, last as the array does: as long as what the function makes, where that is
 *   a `NAME *`, and otherwise until the function returns.
 * - A provider function that depends on what is being made by the function that requested it fails when it
 *   is called before that function has returned. A collection that is requested element by element counts
 *   as one that is needed at once: a contribution may depend on its requester through a provider alone.
 */

/* How a binding answers its key. */
enum {
  /* One instance for each instance of the component, made at the first request. */
  CLEANSE_SHARED = 1,
  /* The result is an element of the collection, or, where it is an array, several of them. */
  CLEANSE_CONTRIBUTE = 2,
  /* It replaces what else is bound for the key. */
  CLEANSE_OVERRIDE = 4
};

/* A factory or a value. */
typedef struct cleanse_binding {
  size_t size; /* sizeof(cleanse_binding), as the plugin was compiled */
  /* For a function: "double area(double width @geometry.width)"; for a value: "double @name". */
  const char *signature;
  void (*function)(void); /* the factory, cast to this type; null for a value */
  const void *value;      /* where the value is, which is copied; null for a factory */
  uint32_t flags;
  int32_t place; /* among the contributions to a collection, or among overrides: the greatest wins */
  const char *file;
  uint32_t line;
  uint32_t value_size; /* of the value, which that of its type has to be; 0: not compared */
} cleanse_binding;

/*
 * What the host offers. A newer host may have a larger table: compare `size` with
 * offsetof(cleanse_host, member) before using a member that came later than this version.
 *
 * All texts are UTF-8 with a terminating null, and are copied.
 */
typedef struct cleanse_host {
  /* The size of the host's table in bytes. */
  size_t size;
  /* The host's CLEANSE_ABI_VERSION. */
  uint32_t abi_version;
  /*
   * Reports why the plugin can't be used. `message` is UTF-8 with a terminating null and is
   * copied, up to 64 KiB of it; a null pointer counts as a message that was not given. May be
   * called several times; the first hundred messages are kept.
   * The plugin is rejected even where its entry point returns CLEANSE_OK afterwards.
   */
  void (*report_error)(cleanse_binder *binder, const char *message);
  /* Records a factory or a value. */
  int32_t (*bind)(cleanse_binder *binder, const cleanse_binding *binding);
  /*
   * Says that nothing need be bound for a key: "double[] @weights" is an empty collection then,
   * "double? @limit" asked for as an optional is null.
   */
  int32_t (*declare)(
    cleanse_binder *binder, const char *key, const char *file, uint32_t line);
  /*
   * Makes the name of a structure known to the signatures of this plugin that follow:
   * "point { double x; double y; }".
   */
  int32_t (*declare_structure)(
    cleanse_binder *binder, const char *declaration, const char *file, uint32_t line);
  /*
   * Says how an instance of `name *` is destroyed, which happens once, when its last holder is
   * gone. A pointer type that nobody declares is never destroyed.
   */
  int32_t (*declare_handle)(
    cleanse_binder *binder, const char *name, void (*destroy)(void *instance), const char *file,
    uint32_t line);
} cleanse_host;

/*
 * The entry point. The host calls it after the checks of the note have passed, once for each graph
 * that it records: when another plugin turns out to be unusable, it records a graph without that
 * one and calls again, with another binder. The plugin registers the same things each time. No
 * exception of any language may leave it.
 */
typedef int32_t (*cleanse_plugin_entry)(const cleanse_host *host, cleanse_binder *binder);

/* ---- Extension points of the host ---------------------------------------------------------- */

/* What a command reads and writes; valid until `run` returns, on its thread. */
typedef struct cleanse_streams cleanse_streams;
struct cleanse_streams {
  size_t size;
  /* Reads up to `limit` bytes, waiting for the first. Returns how many; 0 at the end; -1 when that
     failed, which the host tells. */
  int64_t (*read)(cleanse_streams *streams, void *buffer, size_t limit);
  /* Writes all bytes. Returns CLEANSE_FAILED when that failed, or when nobody reads any more; the
     command should end then, and the host tells what there is to tell. */
  int32_t (*write)(cleanse_streams *streams, const void *bytes, size_t count);
  /* The same, to the error stream. */
  int32_t (*write_error)(cleanse_streams *streams, const void *bytes, size_t count);
};

/*
 * Something that `host run` can run by name: contribute a `cleanse_command *` to become one of the
 * commands. The table stays where it is until `destroy` is called.
 */
typedef struct cleanse_command {
  size_t size; /* sizeof(cleanse_command), as the plugin was compiled */
  void *state; /* handed to the functions */
  const char *name;    /* what the user types: lower-case letters, digits and hyphens */
  const char *summary; /* one line */
  /* Does the work and returns the exit status, 0 to 255. On `error->fail` the host ends with
     status 1 and the message. */
  int32_t (*run)(
    void *state, size_t argument_count, const char *const *arguments, cleanse_streams *streams,
    cleanse_error *error);
  /* Called once for each time that the table was made or asked for; may be null. A table on the heap
     is a part of the state, then. */
  void (*destroy)(void *state);
} cleanse_command;

/* How much a finding weighs. */
enum { CLEANSE_NOTE = 0, CLEANSE_WARNING = 1, CLEANSE_ERROR = 2 };

/* What a binding of a graph does for its key. */
enum {
  CLEANSE_SINGLE = 0,
  CLEANSE_CONTRIBUTION = 1,
  CLEANSE_DECLARATION = 2,
  CLEANSE_OPTIONAL = 3,
  CLEANSE_SEED = 4,
  CLEANSE_SUBCOMPONENT = 5
};

/* The place of no binding, for a finding about the graph as a whole. */
#define CLEANSE_NO_BINDING SIZE_MAX

/* One binding of a graph. The texts are valid as long as the graph; null where there is none. */
typedef struct cleanse_graph_binding {
  const char *type;   /* as one would write it in Swift */
  const char *tag;    /* the tag, or the name behind the @ */
  const char *origin; /* the identifier of the plugin that declared it; null: the application */
  const char *scope;  /* the scope in which the instance is shared */
  const char *file;
  uint32_t line; /* 0 where there is none */
  uint32_t kind;
  size_t request_count;
} cleanse_graph_binding;

/* What a factory asks for. */
typedef struct cleanse_graph_request {
  const char *type;
  const char *tag;
  const char *form; /* instance, optional, provider, throwingProvider, … */
} cleanse_graph_request;

/* The whole graph; valid until `validate` returns, on its thread. Places count from 0. */
typedef struct cleanse_graph cleanse_graph;
struct cleanse_graph {
  size_t size;
  size_t binding_count;
  /* Fills in what stands at a place; CLEANSE_FAILED where there is nothing. */
  int32_t (*binding)(
    const cleanse_graph *graph, size_t binding, cleanse_graph_binding *result);
  int32_t (*request)(
    const cleanse_graph *graph, size_t binding, size_t request, cleanse_graph_request *result);
  /*
   * The first binding at or after `from` that answers the request, or CLEANSE_NO_BINDING: how an
   * edge is followed.
   */
  size_t (*answer)(const cleanse_graph *graph, size_t binding, size_t request, size_t from);
  /*
   * Reports a finding about a binding, or about the graph as a whole. `code` is "owner/name"; null
   * stands for cleanse/reported-error.
   */
  int32_t (*report)(
    const cleanse_graph *graph, int32_t severity, const char *code, const char *message,
    size_t binding);
};

/*
 * A check of the combined graph: contribute a `cleanse_validator *` to have it run. The table stays
 * where it is until `destroy` is called.
 */
typedef struct cleanse_validator {
  size_t size; /* sizeof(cleanse_validator), as the plugin was compiled */
  void *state;
  const char *name;
  void (*validate)(void *state, const cleanse_graph *graph);
  void (*destroy)(void *state); /* as that of a command */
} cleanse_validator;

/* ---- What a plugin is written with ---------------------------------------------------------- */

#if defined(__x86_64__)
#define CLEANSE_ARCHITECTURE "x86_64"
#elif defined(__aarch64__)
#define CLEANSE_ARCHITECTURE "aarch64"
#else
#error "cleanse_plugin.h: there is no host for this processor"
#endif

/* Members of the manifest for CLEANSE_PLUGIN_WITH, one behind the other, without a comma. */
#define CLEANSE_CONTRIBUTES(names) ",\"contributes\":[" names "]"
#define CLEANSE_REQUIRES(plugins) ",\"requires\":{" plugins "}"

/*
 * The manifest, the stamp and the entry point of a plugin, in front of the block that registers
 * what it offers. In the block, `host` and `binder` are there.
 *
 * The arguments are string literals that go into JSON as they are: a quotation mark in one of them
 * is written \\\". The identifier, the version and the lines have the rules of plugin.json.
 */
#define CLEANSE_PLUGIN(identifier, version, summary, author) \
  CLEANSE_PLUGIN_WITH(identifier, version, summary, author, "")

/*
 * The same with further members of the manifest, as in
 *   CLEANSE_CONTRIBUTES("\"Command\"") CLEANSE_REQUIRES("\"org.example.words\":\">=1.0.0\"")
 */
#define CLEANSE_PLUGIN_WITH(identifier, version, summary, author, members)                        \
  CLEANSE_NOTE_(                                                                                  \
    "{\"manifest\":{\"identifier\":\"" identifier "\",\"version\":\"" version                     \
    "\",\"summary\":\"" summary "\",\"authors\":[\"" author "\"]" members                         \
    "},\"stamp\":{\"abi\":" CLEANSE_TEXT_(CLEANSE_ABI_VERSION) ",\"architecture\":\""             \
    CLEANSE_ARCHITECTURE "\",\"language\":\"c\"}}")                                               \
  static void cleanse_plugin_register_(const cleanse_host *host, cleanse_binder *binder);         \
  CLEANSE_ENTRY_POINT_                                                                            \
  int32_t cleanse_plugin_configure(const cleanse_host *host, cleanse_binder *binder);             \
  int32_t cleanse_plugin_configure(const cleanse_host *host, cleanse_binder *binder) {            \
    if (host->size < sizeof(cleanse_host)) {                                                      \
      if (host->size >= offsetof(cleanse_host, bind)) {                                           \
        host->report_error(binder, "the host is older than the header of this plugin");           \
      }                                                                                           \
      return CLEANSE_FAILED;                                                                      \
    }                                                                                             \
    cleanse_plugin_register_(host, binder);                                                       \
    return CLEANSE_OK;                                                                            \
  }                                                                                               \
  static void cleanse_plugin_register_(const cleanse_host *host, cleanse_binder *binder)

/* Binds a function; `flags` are CLEANSE_SHARED and its like, or 0. */
#define CLEANSE_BIND(signature, function, flags) \
  CLEANSE_BIND_AT(signature, function, flags, 0)

/* The same with a place among contributions or overrides. */
#define CLEANSE_BIND_AT(signature, function, flags, place) \
  CLEANSE_BIND_(signature, CLEANSE_FUNCTION_(function), NULL, 0, flags, place)

/* Binds a value of a C type, as in CLEANSE_VALUE("point @origin", struct point, {0, 0}). */
#define CLEANSE_VALUE(key, type, ...) CLEANSE_VALUE_WITH(key, 0, type, __VA_ARGS__)

/* The same with flags. */
#define CLEANSE_VALUE_WITH(key, flags, type, ...)                                 \
  do {                                                                            \
    type const cleanse_value_ = __VA_ARGS__;                                      \
    CLEANSE_BIND_(key, NULL, &cleanse_value_, sizeof cleanse_value_, flags, 0); \
  } while (0)

/* Declares that nothing need be bound for a key: "double[] @weights", "double? @limit". */
#define CLEANSE_DECLARE(key) (host->declare(binder, (key), __FILE__, __LINE__))

/* Declares a structure: CLEANSE_STRUCTURE("point { double x; double y; }"). */
#define CLEANSE_STRUCTURE(declaration) \
  (host->declare_structure(binder, (declaration), __FILE__, __LINE__))

/* Declares how a pointer type is destroyed: CLEANSE_HANDLE("counter", destroy_counter). */
#define CLEANSE_HANDLE(name, destroy) \
  (host->declare_handle(binder, (name), (destroy), __FILE__, __LINE__))

/* Tells that a factory failed: return anything behind it. */
#define CLEANSE_FAIL(error, message) ((error)->fail((error), (message)))

/* What the macros above are made of. */

#define CLEANSE_BIND_(text, called, copied, bytes, how, where)                                    \
  do {                                                                                            \
    cleanse_binding cleanse_binding_;                                                             \
    cleanse_binding_.size = sizeof cleanse_binding_;                                              \
    cleanse_binding_.signature = (text);                                                          \
    cleanse_binding_.function = (called);                                                         \
    cleanse_binding_.value = (copied);                                                            \
    cleanse_binding_.flags = (how);                                                               \
    cleanse_binding_.place = (where);                                                             \
    cleanse_binding_.file = __FILE__;                                                             \
    cleanse_binding_.line = __LINE__;                                                             \
    cleanse_binding_.value_size = (bytes);                                                        \
    host->bind(binder, &cleanse_binding_);                                                        \
  } while (0)

/* A function of whatever type as one of the type in the table. */
#ifdef __cplusplus
#define CLEANSE_FUNCTION_(function) (reinterpret_cast<void (*)(void)>(function))
#else
#define CLEANSE_FUNCTION_(function) ((void (*)(void))(function))
#endif

/* A number as the text of a literal. */
#define CLEANSE_TEXT_(number) CLEANSE_LITERAL_(number)
#define CLEANSE_LITERAL_(text) #text

/* Null bytes behind the JSON are a part of the note, as in C its text ends with one. */
#define CLEANSE_NOTE_(json)                                                                       \
  __attribute__((section(CLEANSE_NOTE_SECTION), used, aligned(4))) static const struct {          \
    uint32_t name_size, size, type;                                                               \
    char name[sizeof CLEANSE_NOTE_NAME];                                                          \
    char text[(sizeof(json) + 3) / 4 * 4];                                                        \
  } cleanse_note_ = {                                                                             \
    sizeof CLEANSE_NOTE_NAME, (sizeof(json) + 3) / 4 * 4, CLEANSE_NOTE_TYPE, CLEANSE_NOTE_NAME,   \
    json};

#ifdef __cplusplus
#define CLEANSE_ENTRY_POINT_ extern "C" __attribute__((visibility("default")))
#else
#define CLEANSE_ENTRY_POINT_ __attribute__((visibility("default")))
#endif

#ifdef __cplusplus
}
#endif

#endif
