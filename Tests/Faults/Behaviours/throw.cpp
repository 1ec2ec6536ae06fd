// Throws an exception that nobody catches.
#include <stdexcept>

extern "C" void misbehave(void) { throw std::runtime_error("out of the plugin"); }
