/*
 * cleanse_plugin.hpp: the C++ interface for plugins, on top of cleanse_plugin.h.
 *
 * It is C++17 and needs the standard library only. A complete plugin:
 *
 *   #include <cleanse_plugin.hpp>
 *
 *   CLEANSE_PLUGIN_WITH("org.example.hello", "1.0.0", "Prints a greeting", "Ada", CLEANSE_CONTRIBUTES(["Command"])) {
 *     cleanse::binder plugin(host, binder);
 *     plugin.bind().named("hello.word").to_value("Hello");
 *     plugin.bind().into_collection().to({"hello.word"}, [](std::string word) {
 *       return cleanse::command("hello", "Prints a greeting", [=](auto &arguments, auto &streams) {
 *         streams.write(word + ", " + std::string(arguments.empty() ? "world" : arguments[0]) + "!\n");
 *         return 0;
 *       });
 *     });
 *   }
 *
 * The signatures of functions are derived from their types. An exception that leaves a function becomes its error, and
 * never reaches the host.
 */
#ifndef CLEANSE_PLUGIN_HPP
#define CLEANSE_PLUGIN_HPP

#include "cleanse_plugin.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <cxxabi.h>
#include <exception>
#include <memory>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <typeinfo>
#include <utility>
#include <vector>

namespace cleanse {
/*
 * Plugins of one process can be compiled with different versions of this header. Compilers and the dynamic linker merge
 * inline functions and static variables of the same name, so each version has names of its own. Write cleanse:: alone.
 */
inline namespace v1_0_0 {

/* An error of a provider or a stream. Functions of a plugin may throw any exception. */
class error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/* A wrong command line: a command that throws it ends with status 2, and one that throws another exception with 1. */
class usage_error : public error {
 public:
  using error::error;
};

/*
 * The name of a type whose instances are exchanged as `NAME *`. A plugin specializes it for each of its types, and for
 * each function table of a contract:
 *
 *   template <> inline constexpr const char *cleanse::handle_name<bell> = "bell";
 */
template <class T>
inline constexpr const char *handle_name = nullptr;
template <>
inline constexpr const char *handle_name<cleanse_command> = "cleanse_command";
template <>
inline constexpr const char *handle_name<cleanse_health_check> = "cleanse_health_check";
template <>
inline constexpr const char *handle_name<cleanse_validator> = "cleanse_validator";

/* The name of a structure that is passed by value, which `binder::structure` declares. */
template <class T>
inline constexpr const char *structure_name = nullptr;

template <class T>
class provider;
template <class T>
class table;

/* Calls the body, and reports an exception that leaves it to the host. The result is zero or null then. */
template <class Body>
auto guard(cleanse_error *failure, const Body &body) noexcept -> decltype(body()) {
  const auto fail = [failure](const char *message) {
    if (failure != nullptr) failure->fail(failure, message);
  };
  try {
    return body();
  } catch (const std::exception &exception) {
    const char *message = exception.what();
    fail(message == nullptr ? "an exception without a message" : message);
  } catch (...) {
    const std::type_info *type = abi::__cxa_current_exception_type();
    if (type == nullptr) {
      fail("a foreign exception");
    } else {
      char *name = abi::__cxa_demangle(type->name(), nullptr, nullptr, nullptr);
      const char *readable = name == nullptr ? type->name() : name;
      char message[256] = "an exception of type ";
      std::strncat(message, readable, sizeof message - std::strlen(message) - 1);
      fail(message);
      std::free(name);
    }
  }
  return decltype(body())();
}

/* How types are passed. The plugin does not use this namespace. */
namespace detail {

template <class T>
inline constexpr bool is_scalar = std::is_arithmetic_v<T> && !std::is_same_v<T, char> && !std::is_same_v<T, wchar_t> &&
                                  !std::is_same_v<T, char16_t> && !std::is_same_v<T, char32_t> &&
                                  !std::is_same_v<T, long double>;

template <class T>
std::string scalar_name() {
  if constexpr (std::is_same_v<T, bool>) return "bool";
  if constexpr (std::is_same_v<T, float>) return "float";
  if constexpr (std::is_same_v<T, double>) return "double";
  return (std::is_signed_v<T> ? "int" : "uint") + std::to_string(8 * sizeof(T));
}

template <class T>
std::string pointer_name() {
  static_assert(handle_name<std::remove_cv_t<T>> != nullptr, "specialize cleanse::handle_name for this type");
  return std::string(handle_name<std::remove_cv_t<T>>) + " *";
}

inline std::string keyed(std::string name, const char *key) {
  if (key != nullptr && *key != 0) name.append(" @").append(key);
  return name;
}

/* Memory that the host releases with free(). */
inline void *allocated(std::size_t size) {
  void *memory = std::malloc(size == 0 ? 1 : size);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

/* A type of a parameter: its C type, its name in a signature, and the conversion of an argument. */
template <class T, class = void>
struct argument {
  static_assert(!std::is_same_v<T, T>, "this type can't be a parameter; a class needs a cleanse::handle_name or a cleanse::structure_name");
};

template <class T>
struct argument<const T, void> : argument<T> {};

template <class T>
struct argument<T, std::enable_if_t<is_scalar<T> && !std::is_const_v<T>>> {
  using c = T;
  static std::string declaration(const char *key) { return keyed(scalar_name<T>(), key); }
  static T from(c value) noexcept { return value; }
};

template <class T>
struct argument<T, std::enable_if_t<std::is_class_v<T> && structure_name<T> != nullptr>> {
  using c = T;
  static std::string declaration(const char *key) { return keyed(structure_name<T>, key); }
  static const T &from(const T &value) noexcept { return value; }
};

struct text_argument {
  using c = const char *;
  static std::string declaration(const char *key) { return keyed("string", key); }
  static const char *from(c value) noexcept { return value; }
};

template <>
struct argument<const char *> : text_argument {};
template <>
struct argument<std::string> : text_argument {};
template <>
struct argument<std::string_view> : text_argument {};

template <class T>
struct argument<T *, std::enable_if_t<std::is_class_v<T>>> {
  using c = T *;
  static std::string declaration(const char *key) { return keyed(pointer_name<T>(), key); }
  static T *from(c value) noexcept { return value; }
};

template <class T>
struct argument<std::vector<T>> {
  using c = cleanse_array;
  static std::string declaration(const char *key) {
    return keyed(argument<T>::declaration(nullptr) + "[]", key);
  }
  static std::vector<T> from(const c &value) {
    const auto *items = static_cast<const typename argument<T>::c *>(value.items);
    std::vector<T> result;
    result.reserve(value.count);
    for (std::size_t index = 0; index < value.count; index++) result.push_back(T(argument<T>::from(items[index])));
    return result;
  }
};

template <class T>
struct argument<std::optional<T>> {
  /* A text or a handle is null itself. */
  static constexpr bool is_pointer = std::is_pointer_v<typename argument<T>::c>;
  using c = std::conditional_t<is_pointer, typename argument<T>::c, const typename argument<T>::c *>;
  static std::string declaration(const char *key) {
    return keyed(argument<T>::declaration(nullptr) + "?", key);
  }
  static std::optional<T> from(c value) {
    if (value == nullptr) return std::nullopt;
    if constexpr (is_pointer) {
      return T(argument<T>::from(value));
    } else {
      return T(argument<T>::from(*value));
    }
  }
};

template <class T>
struct argument<provider<T>> {
  using c = typename provider<T>::function;
  static std::string declaration(const char *key);
  static provider<T> from(c value) { return provider<T>(value); }
};

template <class T>
struct argument<T &> : argument<T> {
  static_assert(std::is_const_v<T>, "a parameter that is not const has to be a handle");
};

/* A reference to a handle. */
template <class T>
inline constexpr bool is_handle = std::is_class_v<T> && handle_name<std::remove_cv_t<T>> != nullptr;

template <class T>
struct reference {
  using c = T *;
  static std::string declaration(const char *key) { return keyed(pointer_name<T>(), key); }
  static T &from(c value) noexcept { return *value; }
};

template <class T>
struct parameter : argument<std::remove_cv_t<T>> {};
template <class T>
struct parameter<T &> : std::conditional_t<is_handle<T>, reference<T>, argument<T &>> {};
template <class T>
struct parameter<T &&> : argument<std::remove_cv_t<T>> {};

/* A type of a result: its C type, its name in a signature, and the conversion of a result. */
template <class T, class = void>
struct result {
  static_assert(!std::is_same_v<T, T>, "this type can't be a result; a class needs a cleanse::structure_name");
};

struct unowned {
  static constexpr bool is_owned = false;
  static constexpr bool is_shareable = true;
};

struct owned {
  static constexpr bool is_owned = true;
  static constexpr bool is_shareable = true;
};

template <class T>
struct result<T, std::enable_if_t<is_scalar<T>>> : unowned {
  using c = T;
  static std::string name() { return scalar_name<T>(); }
  static c to(T value) noexcept { return value; }
  static void release(c) {}
};

template <class T>
struct result<T, std::enable_if_t<std::is_class_v<T> && structure_name<T> != nullptr>> : unowned {
  using c = T;
  static std::string name() { return structure_name<T>; }
  static c to(const T &value) noexcept(std::is_nothrow_copy_constructible_v<T>) { return value; }
  static void release(const c &) {}
};

/* A text that the plugin keeps. */
template <>
struct result<const char *> : unowned {
  using c = const char *;
  static std::string name() { return "string"; }
  static c to(const char *value) noexcept { return value; }
  static void release(c) {}
};

template <>
struct result<std::string> : owned {
  using c = char *;
  static std::string name() { return "string"; }
  static c to(const std::string &value) {
    /* The length in C would be another one. */
    if (value.find('\0') != std::string::npos) throw error("the text has a null character");
    return static_cast<char *>(std::memcpy(allocated(value.size() + 1), value.c_str(), value.size() + 1));
  }
  static void release(c value) { std::free(value); }
};

template <class T>
struct result<std::vector<T>> : owned {
  using element = result<T>;
  static_assert(is_scalar<T> || std::is_same_v<T, std::string>, "an array has scalars or texts");
  using c = cleanse_array;
  static std::string name() { return element::name() + "[]"; }
  static c to(const std::vector<T> &values) {
    using item = typename element::c;
    auto *items = static_cast<item *>(allocated(values.size() * sizeof(item)));
    c array = {items, 0};
    try {
      for (const auto &value : values) {
        items[array.count] = element::to(value);
        array.count++;
      }
    } catch (...) {
      release(array);
      throw;
    }
    return array;
  }
  static void release(c array) {
    const auto *items = static_cast<const typename element::c *>(array.items);
    for (std::size_t index = 0; index < array.count; index++) element::release(items[index]);
    std::free(const_cast<void *>(array.items));
  }
};

/* An instance that the plugin keeps, or that the function has received. */
template <class T>
struct result<T *, std::enable_if_t<std::is_class_v<T>>> : unowned {
  using c = T *;
  static std::string name() { return pointer_name<T>(); }
  static c to(T *value) noexcept { return value; }
  static void release(c) {}
};

/* An instance that belongs to the host. */
template <class T>
struct result<std::unique_ptr<T>> : unowned {
  using c = T *;
  static std::string name() { return pointer_name<T>(); }
  static c to(std::unique_ptr<T> value) { return value.release(); }
};

template <class T>
struct result<table<T>> : unowned {
  /* The host destroys a table once for each request. */
  static constexpr bool is_shareable = false;
  using c = T *;
  static std::string name() { return pointer_name<T>(); }
  static c to(table<T> value) { return value.release(); }
};

/* The only copy of a lambda that captures nothing, for the function that calls it. */
template <class Function>
const Function &kept(const Function *function) {
  static const Function copy(*function);
  return copy;
}

/* A function as an object without a state. */
template <auto Function>
struct constant {
  template <class... Arguments>
  decltype(auto) operator()(Arguments &&...arguments) const
      noexcept(noexcept(Function(std::forward<Arguments>(arguments)...))) {
    return Function(std::forward<Arguments>(arguments)...);
  }
};

/* The C function that calls a function object with these types. */
template <class Function, class Result, class... Parameters>
struct trampoline {
  using returned = result<std::remove_cv_t<Result>>;
  static constexpr std::size_t count = sizeof...(Parameters);
  /* Whether neither the function nor a conversion can throw, so that dependents need not handle an error. */
  static constexpr bool is_noexcept = noexcept(returned::to(std::declval<const Function &>()(
    parameter<Parameters>::from(std::declval<const typename parameter<Parameters>::c &>())...)));

  static typename returned::c call(typename parameter<Parameters>::c... arguments, cleanse_error *failure) noexcept {
    return guard(failure, [&]() -> typename returned::c { return call_unguarded(arguments...); });
  }

  /* The same without a guard: the C function if nothing can throw. */
  static typename returned::c call_unguarded(typename parameter<Parameters>::c... arguments) noexcept(is_noexcept) {
    return returned::to(kept<Function>(nullptr)(parameter<Parameters>::from(arguments)...));
  }

  static auto function() {
    if constexpr (is_noexcept) {
      return CLEANSE_FUNCTION_(&call_unguarded);
    } else {
      return CLEANSE_FUNCTION_(&call);
    }
  }

  static std::string signature(const char *const *keys) {
    std::string text = (returned::is_owned ? "owned " : "") + returned::name() + " (";
    std::size_t index = 0;
    /* Unused without parameters. */
    (void)keys;
    (void)index;
    ((text += (index == 0 ? "" : ", ") + parameter<Parameters>::declaration(keys[index]), index++), ...);
    return text + (is_noexcept ? ")" : ") throws");
  }
};

template <class Function, class Type>
struct trampoline_of;
template <class Function, class R, class... P>
struct trampoline_of<Function, R (*)(P...)> : trampoline<Function, R, P...> {};
template <class Function, class R, class... P>
struct trampoline_of<Function, R (*)(P...) noexcept> : trampoline<Function, R, P...> {};
template <class Function, class Class, class R, class... P>
struct trampoline_of<Function, R (Class::*)(P...) const> : trampoline<Function, R, P...> {};
template <class Function, class Class, class R, class... P>
struct trampoline_of<Function, R (Class::*)(P...) const noexcept> : trampoline<Function, R, P...> {};

template <class T, class = void>
struct has_start : std::false_type {};
template <class T>
struct has_start<T, std::void_t<decltype(std::declval<T &>().start())>> : std::true_type {};
template <class T, class = void>
struct has_run : std::false_type {};
template <class T>
struct has_run<T, std::void_t<decltype(std::declval<T &>().run())>> : std::true_type {};
template <class T, class = void>
struct has_stop : std::false_type {};
template <class T>
struct has_stop<T, std::void_t<decltype(std::declval<T &>().stop())>> : std::true_type {};

}  // namespace detail

/*
 * A function that returns a value at each call, or the shared one: the parameter `cleanse::provider<std::string>`. It
 * is valid as long as the component instance. A call throws `cleanse::error` if the factory of the value fails.
 */
template <class T>
class provider {
  using c = std::conditional_t<std::is_same_v<T, std::string>, char *, typename detail::argument<T>::c>;

 public:
  using function = c (*)(cleanse_error *);

  explicit provider(function call) : call_(call) {}

  T operator()() const {
    receiver received;
    const c value = call_(&received);
    if (received.failed != 0) throw error(received.message);
    if constexpr (std::is_same_v<T, std::string>) {
      const std::unique_ptr<char, void (*)(void *)> memory(value, std::free);
      return std::string(value);
    } else {
      static_assert(
        detail::is_scalar<T> || std::is_pointer_v<T>, "a provider returns a scalar, a std::string or a handle");
      return value;
    }
  }

 private:
  struct receiver : cleanse_error {
    std::string message;

    receiver() : cleanse_error() {
      size = sizeof(cleanse_error);
      fail = [](cleanse_error *failure, const char *text) {
        auto *self = static_cast<receiver *>(failure);
        if (self->failed == 0 && text != nullptr) {
          /* Without memory, there is an error without a message. */
          try {
            self->message = text;
          } catch (...) {
          }
        }
        self->failed = 1;
      };
    }
  };

  function call_;
};

template <class T>
std::string detail::argument<provider<T>>::declaration(const char *key) {
  return keyed(detail::argument<T>::declaration(nullptr) + " (*)() throws", key);
}

/*
 * Owns a function table with its state, until a factory returns it: then the bridge of its type destroys both, which is
 * that of the host for its extension points, or that of a contract. `T` is a structure
 * that begins with the members `size`, `state` and `destroy`, such as cleanse_command or a table of a contract. Further
 * members follow these, so that a later version can add some at the end.
 */
template <class T>
class table {
  static_assert(
    offsetof(T, size) == offsetof(cleanse_command, size) && offsetof(T, state) == offsetof(cleanse_command, state) &&
      offsetof(T, destroy) == offsetof(cleanse_command, destroy),
    "a function table begins with the members size, state and destroy");

 public:
  /* Allocates the state, and calls `fill(table, state)`, which sets the other members of the table. */
  template <class State, class Fill>
  static table make(State own, const Fill &fill) {
    auto made = std::make_unique<holder<State>>(std::move(own));
    made->size = sizeof(T);
    made->T::state = made.get();
    made->destroy = [](void *self) {
      guard(nullptr, [self] { delete static_cast<holder<State> *>(self); });
    };
    fill(static_cast<T &>(*made), made->value);
    return table(made.release());
  }

  /* The state, for a function of the table that has received the member `state`. */
  template <class State>
  static State &state(void *self) {
    return static_cast<holder<State> *>(self)->value;
  }

  table(table &&other) noexcept : table_(std::exchange(other.table_, nullptr)) {}
  table &operator=(table &&other) noexcept {
    std::swap(table_, other.table_);
    return *this;
  }
  ~table() {
    if (table_ != nullptr) table_->destroy(table_->state);
  }

  T *release() { return std::exchange(table_, nullptr); }

 private:
  template <class State>
  struct holder : T {
    State value;
    explicit holder(State own) : T(), value(std::move(own)) {}
  };

  explicit table(T *owned) : table_(owned) {}

  T *table_;
};

/* The arguments of a command. */
using arguments = std::vector<std::string_view>;

/* The streams of a command. A function that fails throws `cleanse::error`, which ends the command. */
class streams {
 public:
  explicit streams(cleanse_streams *table) : table_(table) {}

  /* Writes all of the text. */
  void write(std::string_view text) const { check(table_->write(table_, text.data(), text.size())); }

  /* Writes all of the text to the error stream. */
  void write_error(std::string_view text) const { check(table_->write_error(table_, text.data(), text.size())); }

  /* Reads up to `limit` bytes, after waiting for at least one. Returns their number; 0 at the end. */
  std::size_t read(void *buffer, std::size_t limit) const {
    const std::int64_t count = table_->read(table_, buffer, limit);
    if (count < 0) throw error("the input can't be read");
    return static_cast<std::size_t>(count);
  }

  /* Reads to the end. */
  std::string read_all() const {
    std::string text;
    std::array<char, 65536> buffer;
    while (const std::size_t count = read(buffer.data(), buffer.size())) text.append(buffer.data(), count);
    return text;
  }

 private:
  static void check(std::int32_t result) {
    if (result != CLEANSE_OK) throw error("the output can't be written");
  }

  cleanse_streams *table_;
};

/*
 * A command: `run` is a lambda, or an object with a call operator, with the parameters (const cleanse::arguments &,
 * const cleanse::streams &) that returns the exit status. Several threads may call it, so the operator is const.
 */
template <class Run>
table<cleanse_command> command(std::string name, std::string summary, Run run) {
  struct state {
    std::string name, summary;
    Run run;
  };
  return table<cleanse_command>::make(
    state{std::move(name), std::move(summary), std::move(run)}, [](cleanse_command &filled, const state &own) {
      filled.name = own.name.c_str();
      filled.summary = own.summary.c_str();
      filled.run = [](void *self, std::size_t count, const char *const *texts, cleanse_streams *table,
                      cleanse_error *failure) -> std::int32_t {
        return guard(failure, [&]() -> std::int32_t {
          const state &called = cleanse::table<cleanse_command>::state<state>(self);
          const arguments list(texts, texts + count);
          const streams opened(table);
          try {
            return called.run(list, opened);
          } catch (const usage_error &exception) {
            failure->fail(failure, exception.what());
            return 2;
          }
        });
      };
    });
}

/* A health check: `check` throws an exception with the reason if a part does not work. */
template <class Check>
table<cleanse_health_check> health_check(std::string name, Check check) {
  struct state {
    std::string name;
    Check check;
  };
  return table<cleanse_health_check>::make(
    state{std::move(name), std::move(check)}, [](cleanse_health_check &filled, const state &own) {
      filled.name = own.name.c_str();
      filled.check = [](void *self, cleanse_error *failure) {
        guard(failure, [&] { cleanse::table<cleanse_health_check>::state<state>(self).check(); });
      };
    });
}

/* The combined graph, for a validator. Indices start at 0. */
class graph {
 public:
  explicit graph(const cleanse_graph *table) : table_(table) {}

  std::size_t binding_count() const { return table_->binding_count; }

  cleanse_graph_binding binding(std::size_t index) const {
    cleanse_graph_binding found = {};
    found.size = sizeof found;
    if (table_->binding(table_, index, &found) != CLEANSE_OK) throw std::out_of_range("the graph has no such binding");
    return found;
  }

  cleanse_graph_request request(std::size_t binding, std::size_t index) const {
    cleanse_graph_request found = {};
    found.size = sizeof found;
    if (table_->request(table_, binding, index, &found) != CLEANSE_OK) {
      throw std::out_of_range("the graph has no such request");
    }
    return found;
  }

  /* The indices of the bindings that provide a request. */
  std::vector<std::size_t> providers(std::size_t binding, std::size_t request) const {
    std::vector<std::size_t> indices;
    std::size_t index = table_->answer(table_, binding, request, 0);
    while (index != CLEANSE_NO_BINDING) {
      indices.push_back(index);
      index = table_->answer(table_, binding, request, index + 1);
    }
    return indices;
  }

  /* Reports a finding about a binding, or about the graph as a whole. The code is "owner/name". */
  void report(
    std::int32_t severity, const std::string &code, const std::string &message,
    std::size_t binding = CLEANSE_NO_BINDING) const {
    table_->report(table_, severity, code.empty() ? nullptr : code.c_str(), message.c_str(), binding);
  }

 private:
  const cleanse_graph *table_;
};

/*
 * A validator: `validate` has the parameter (const cleanse::graph &). An exception is reported as an error of the graph.
 */
template <class Validate>
table<cleanse_validator> validator(std::string name, Validate validate) {
  struct state {
    std::string name;
    Validate validate;
  };
  return table<cleanse_validator>::make(
    state{std::move(name), std::move(validate)}, [](cleanse_validator &filled, const state &own) {
      filled.name = own.name.c_str();
      filled.validate = [](void *self, const cleanse_graph *table) {
        struct reporter : cleanse_error {
          const cleanse_graph *table;
        } failure = {};
        failure.size = sizeof(cleanse_error);
        failure.table = table;
        failure.fail = [](cleanse_error *raised, const char *message) {
          const cleanse_graph *graph = static_cast<reporter *>(raised)->table;
          graph->report(graph, CLEANSE_ERROR, nullptr, message, CLEANSE_NO_BINDING);
        };
        guard(&failure, [&] { cleanse::table<cleanse_validator>::state<state>(self).validate(graph(table)); });
      };
    });
}

/* The deadlines of a service, in milliseconds, 0 for 30 seconds; and what happens when it ends by itself. */
struct service_settings {
  std::uint32_t start_deadline = 0;
  std::uint32_t stop_deadline = 0;
  std::uint32_t ending = CLEANSE_STOP_ALL;
};

/* A binding that is not complete: `to`, `to_value` or `to_service` registers it. */
class [[nodiscard]] binding {
 public:
  /* Sets the name of the key, which follows the @ in a signature. */
  [[nodiscard]] binding &&named(const char *name) && {
    name_ = name;
    return std::move(*this);
  }
  /* One instance is shared within each instance of the component. A table can't be shared. */
  [[nodiscard]] binding &&shared() && { return std::move(*this).with(CLEANSE_SHARED); }
  /* The result is an element of the collection or, if it is a vector, several elements. */
  [[nodiscard]] binding &&into_collection() && { return std::move(*this).with(CLEANSE_CONTRIBUTE); }
  /* The binding replaces the other bindings of the key. */
  [[nodiscard]] binding &&overriding() && { return std::move(*this).with(CLEANSE_OVERRIDE); }
  /*
   * The function wraps what other bindings of the key provide, whichever plugin declares them. It receives that value as
   * a parameter with the same key and type as its result.
   */
  [[nodiscard]] binding &&decorating() && { return std::move(*this).with(CLEANSE_DECORATE); }
  /* The order of a contribution, lowest first, or of a decorator, lowest innermost; the precedence of an override,
     greatest wins. */
  [[nodiscard]] binding &&order(std::int32_t number) && {
    raw_.order = number;
    return std::move(*this);
  }

  /* Binds a value, which is copied. */
  template <class T>
  void to_value(const T &value) && {
    using passed = detail::result<T>;
    const auto converted = passed::to(value);
    raw_.value = &converted;
    raw_.value_size = sizeof converted;
    add(passed::name());
    passed::release(converted);
  }
  void to_value(const char *value) && { std::move(*this).to_value(std::string(value)); }

  /* Binds a function: to<function>({"key", ""}). An empty key is a type without a name. */
  template <auto Function, std::size_t Count>
  void to(const char *const (&keys)[Count]) && {
    add_function<detail::trampoline_of<detail::constant<Function>, decltype(Function)>, Count>(
      keys, detail::constant<Function>(), nullptr);
  }
  template <auto Function>
  void to() && {
    add_function<detail::trampoline_of<detail::constant<Function>, decltype(Function)>, 0>(
      nullptr, detail::constant<Function>(), nullptr);
  }

  /* Binds a lambda that captures nothing, or another object without a state. */
  template <class Function, std::size_t Count>
  void to(const char *const (&keys)[Count], const Function &function) && {
    add_function<lambda<Function>, Count>(keys, function, nullptr);
  }
  template <class Function>
  void to(const Function &function) && {
    add_function<lambda<Function>, 0>(nullptr, function, nullptr);
  }

  /*
   * Binds a lambda that returns a std::unique_ptr as the factory of a shared instance that is a service. The class has
   * those of the functions start(), run() and stop() that it needs.
   */
  template <class Function, std::size_t Count>
  void to_service(const char *const (&keys)[Count], const Function &function, service_settings settings = {}) && {
    add_service<Function, Count>(keys, function, settings);
  }
  template <class Function>
  void to_service(const Function &function, service_settings settings = {}) && {
    add_service<Function, 0>(nullptr, function, settings);
  }

 private:
  friend class binder;

  template <class Function>
  struct lambda_type {
    static_assert(
      !std::is_pointer_v<Function> && !std::is_function_v<Function>, "write to<function>({…}) for a function");
    static_assert(std::is_empty_v<Function>, "a factory can't capture variables");
    using type = detail::trampoline_of<Function, decltype(&Function::operator())>;
  };
  template <class Function>
  using lambda = typename lambda_type<Function>::type;

  binding(const cleanse_host *host, cleanse_binder *target, const char *file, std::uint32_t line)
      : host_(host), binder_(target), raw_() {
    raw_.size = sizeof raw_;
    raw_.file = file;
    raw_.line = line;
  }

  binding &&with(std::uint32_t flag) && {
    raw_.flags |= flag;
    return std::move(*this);
  }

  template <class Trampoline, std::size_t Count, class Function>
  void add_function(const char *const *keys, const Function &function, const cleanse_service *service) {
    static_assert(
      Trampoline::count == Count, "write one key for each parameter; an empty one for a type without a name");
    if ((raw_.flags & CLEANSE_SHARED) != 0 && !Trampoline::returned::is_shareable) {
      host_->report_error(binder_, ("a function table can't be shared: " + Trampoline::returned::name()).c_str());
      return;
    }
    detail::kept<Function>(&function);
    raw_.function = Trampoline::function();
    raw_.service = service;
    add(Trampoline::signature(keys));
  }

  template <class Function, std::size_t Count, class Trampoline = lambda<Function>>
  void add_service(const char *const *keys, const Function &function, service_settings settings) {
    using instance = std::remove_pointer_t<typename Trampoline::returned::c>;
    cleanse_service service = {};
    service.size = sizeof service;
    if constexpr (detail::has_start<instance>::value) {
      service.start = [](void *self, cleanse_error *failure) {
        guard(failure, [self] { static_cast<instance *>(self)->start(); });
      };
    }
    if constexpr (detail::has_run<instance>::value) {
      service.run = [](void *self, cleanse_error *failure) {
        guard(failure, [self] { static_cast<instance *>(self)->run(); });
      };
    }
    if constexpr (detail::has_stop<instance>::value) {
      service.stop = [](void *self, cleanse_error *failure) {
        guard(failure, [self] { static_cast<instance *>(self)->stop(); });
      };
    }
    service.start_deadline = settings.start_deadline;
    service.stop_deadline = settings.stop_deadline;
    service.ending = settings.ending;
    raw_.flags |= CLEANSE_SHARED;
    add_function<Trampoline, Count>(keys, function, &service);
  }

  void add(const std::string &signature) {
    const std::string text = detail::keyed(signature, name_);
    raw_.signature = text.c_str();
    host_->bind(binder_, &raw_);
  }

  const cleanse_host *host_;
  cleanse_binder *binder_;
  const char *name_ = nullptr;
  cleanse_binding raw_;
};

/* Registers the bindings of a plugin. The host reports what it can't accept, and rejects the plugin. */
class binder {
 public:
  binder(const cleanse_host *host, cleanse_binder *target) : host_(host), binder_(target) {}

  /* Begins a binding. */
  cleanse::binding bind(const char *file = __builtin_FILE(), std::uint32_t line = __builtin_LINE()) const {
    return cleanse::binding(host_, binder_, file, line);
  }

  /* Declares that the host deletes the instances of `T`. */
  template <class T>
  void handle(const char *file = __builtin_FILE(), std::uint32_t line = __builtin_LINE()) const {
    static_assert(handle_name<T> != nullptr, "specialize cleanse::handle_name for this type");
    host_->declare_handle(
      binder_, handle_name<T>,
      [](void *instance) { guard(nullptr, [instance] { delete static_cast<T *>(instance); }); }, file, line);
  }

  /* Declares that a key needs no binding: without one, a std::vector<T> or a std::optional<T> is empty. */
  template <class T>
  void declare(
    const char *name, const char *file = __builtin_FILE(), std::uint32_t line = __builtin_LINE()) const {
    host_->declare(binder_, detail::argument<T>::declaration(name).c_str(), file, line);
  }

  /* Declares a structure that is passed by value: "point { double x; double y; }". */
  void structure(
    const char *declaration, const char *file = __builtin_FILE(), std::uint32_t line = __builtin_LINE()) const {
    host_->declare_structure(binder_, declaration, file, line);
  }

  /* Reports an error, which makes the plugin unusable. */
  void report_error(const std::string &message) const { host_->report_error(binder_, message.c_str()); }

 private:
  const cleanse_host *host_;
  cleanse_binder *binder_;
};

}  // namespace v1_0_0
}  // namespace cleanse

#endif
