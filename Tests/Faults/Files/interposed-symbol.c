/* Defines a variable that the C library also defines, and refers to it by its name. */
char *optarg;

char **volatile fault_pointer = &optarg;
