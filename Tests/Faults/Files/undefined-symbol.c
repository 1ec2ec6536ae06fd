/* Uses a function that no library defines. */
int fault_nowhere(void);

int call(void) { return fault_nowhere(); }
