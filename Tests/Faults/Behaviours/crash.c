/* Writes to an unmapped address. */
void misbehave(void) {
  volatile int *volatile nowhere = 0;
  *nowhere = 1;
}
