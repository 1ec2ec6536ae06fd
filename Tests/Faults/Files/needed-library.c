/* The library that needed.c uses. */
int cleanse_fault_needed(void) { return 0; }
