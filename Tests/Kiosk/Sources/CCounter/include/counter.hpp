#pragma once

namespace kiosk {
class Counter {
public:
  int next();

private:
  int last = 0;
};
} // namespace kiosk
