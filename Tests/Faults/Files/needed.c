/* Uses a function of another library; defined in needed-library.c. */
int cleanse_fault_needed(void);

int call(void) { return cleanse_fault_needed(); }
