// Throws an uncaught exception.
#include <stdexcept>

extern "C" void misbehave(void) { throw std::runtime_error("out of the plugin"); }
