#include "counter.hpp"

#include <string>

int kiosk::Counter::next() {
  last += static_cast<int>(std::string("one").size()) - 2;
  return last;
}
