/* Calls itself until the stack is full. */
static int deeper(volatile int *turn) {
  volatile int next = *turn + 1;
  return next > 0 ? deeper(&next) + next : 0;
}

void misbehave(void) {
  volatile int turn = 0;
  deeper(&turn);
}
