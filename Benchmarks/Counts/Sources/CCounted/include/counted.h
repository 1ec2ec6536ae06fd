/* Calls the work. `scripts/bench counts` counts the instructions between the entry and the exit of this function. */
void cleanse_counted(void (*work)(void *), void *context);
