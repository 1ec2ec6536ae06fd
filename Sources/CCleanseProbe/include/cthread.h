/* The name of the calling thread. */
#ifndef CTHREAD_H
#define CTHREAD_H

/* The size of a thread's name, with the null at its end. */
#define CTHREAD_NAME_SIZE 16

/* Reads the name of the calling thread. */
void cthread_read_name(char *name);

/* Changes the name of the calling thread; longer names are cut. */
void cthread_set_name(const char *name);

#endif
