/* Uses a function that nothing defines. */
int cleanse_fault_nowhere(void);

int call(void) { return cleanse_fault_nowhere(); }
