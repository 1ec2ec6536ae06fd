/* Computes for ever. */
void misbehave(void) {
  volatile unsigned turns = 0;
  for (;;) turns++;
}
