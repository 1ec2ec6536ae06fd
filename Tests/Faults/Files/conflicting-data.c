/* Data of which a process has one definition, as g++ creates it for static members of templates. */
#include "fault.h"

__asm__(
  ".pushsection .bss\n"
  ".type fault_shared, %gnu_unique_object\n"
  ".size fault_shared, " FAULT_TEXT(FAULT_SIZE) "\n"
  "fault_shared: .zero " FAULT_TEXT(FAULT_SIZE) "\n"
  ".popsection");
