/* Writes to an address where nothing is. */
void misbehave(void) {
  volatile int *volatile nowhere = 0;
  *nowhere = 1;
}
