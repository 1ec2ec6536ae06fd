/* Uses a function of the framework that this one does not have. */
int gone(void) __asm__("$s7Cleanse6BinderV4goneyyF");

int call(void) { return gone(); }
