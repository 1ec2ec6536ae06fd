/* Uses a function of another library; defined in needed-library.c. */
int fault_needed(void);

int call(void) { return fault_needed(); }
