/* Jumps to a stack frame that has returned; the C library detects that and ends the process. */
#undef _FORTIFY_SOURCE
#define _FORTIFY_SOURCE 2
#include <setjmp.h>
#include <string.h>

static jmp_buf target;

/* Deeper in the stack than the caller of misbehave, and returned by then. */
__attribute__((noinline)) static int mark(void) {
  volatile char room[1 << 16];
  memset((char *)room, 1, sizeof room);
  return setjmp(target) + room[0];
}

void misbehave(void) {
  if (mark() != 0) longjmp(target, 1);
}
