/* Needs more static thread-local storage than a running process has. */
static __thread char fault_storage[1 << 16] __attribute__((tls_model("initial-exec")));

char *fault_address(void) { return fault_storage; }
