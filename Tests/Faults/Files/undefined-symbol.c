/* Uses a function that nothing defines. */
int fault_nowhere(void);

int call(void) { return fault_nowhere(); }
