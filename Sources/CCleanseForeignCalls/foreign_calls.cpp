#include "foreign_calls.h"

#include <cstdlib>
#include <cstring>
#include <cxxabi.h>
#include <exception>
#include <string>
#include <typeinfo>

namespace {

// The message of the last exception on this thread. Not on the stack: calls may be deeply nested, and few throw.
thread_local char last_message[1024];

// Keeps a message, truncated between two UTF-8 characters if it is too long.
const char *keep_message(const char *text) {
  size_t length = strnlen(text, sizeof last_message);
  if (length == sizeof last_message) {
    length--;
    while (length > 0 && (text[length] & 0xC0) == 0x80) length--;
  }
  memcpy(last_message, text, length);
  last_message[length] = '\0';
  return last_message;
}

// Describes the exception that is being caught, for one without a message.
std::string current_exception_type() {
  const std::type_info *type = abi::__cxa_current_exception_type();
  if (type == nullptr) return "an exception from another language";
  char *name = abi::__cxa_demangle(type->name(), nullptr, nullptr, nullptr);
  std::string text = std::string("an exception of type ") + (name ? name : type->name());
  free(name);
  return text;
}

template <typename Body> const char *contain(Body body) {
  try {
    body();
    return nullptr;
  } catch (abi::__forced_unwind &) {
    // The end of a thread; the runtime terminates the process if it is not rethrown.
    throw;
  } catch (const std::exception &exception) {
    const char *text = exception.what();
    return keep_message(text != nullptr ? text : "an exception without a message");
  } catch (...) {
    return keep_message(current_exception_type().c_str());
  }
}

} // namespace

const char *cleanse_foreign_call(void *interface, void (*function)(void), void *result,
                                 void **arguments) {
  return contain([=] { ffi_call(static_cast<ffi_cif *>(interface), function, result, arguments); });
}

const char *cleanse_foreign_configure(int32_t (*entry)(const void *host, void *binder),
                                      const void *host, void *binder, int32_t *status) {
  return contain([=] { *status = entry(host, binder); });
}
