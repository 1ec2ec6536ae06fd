#include "foreign_calls.h"

#include <cstdlib>
#include <cstring>
#include <cxxabi.h>
#include <exception>
#include <string>
#include <typeinfo>

namespace {

// Copies a text, truncated between two UTF-8 characters if the buffer is too small.
void copy_message(const char *text, char *message, size_t size) {
  if (size == 0) return;
  size_t length = strnlen(text, size);
  if (length == size) {
    length = size - 1;
    while (length > 0 && (text[length] & 0xC0) == 0x80) length--;
  }
  memcpy(message, text, length);
  message[length] = '\0';
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

template <typename Body> int32_t contain(Body body, char *message, size_t size) {
  try {
    body();
    return 0;
  } catch (abi::__forced_unwind &) {
    // The end of a thread; the runtime terminates the process if it is not rethrown.
    throw;
  } catch (const std::exception &exception) {
    const char *text = exception.what();
    copy_message(text != nullptr ? text : "an exception without a message", message, size);
  } catch (...) {
    copy_message(current_exception_type().c_str(), message, size);
  }
  return 1;
}

} // namespace

int32_t cleanse_foreign_call(ffi_cif *interface, void (*function)(void), void *result,
                             void **arguments, char *message, size_t size) {
  return contain([=] { ffi_call(interface, function, result, arguments); }, message, size);
}

int32_t cleanse_foreign_configure(int32_t (*entry)(const void *host, void *binder),
                                  const void *host, void *binder, int32_t *status, char *message,
                                  size_t size) {
  return contain([=] { *status = entry(host, binder); }, message, size);
}
