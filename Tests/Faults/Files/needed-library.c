/* The library that needed.c uses. */
int fault_needed(void) { return 0; }
