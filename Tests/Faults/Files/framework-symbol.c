/* Uses a function of the framework that this version does not have. */
int gone(void) __asm__("$s7Cleanse6BinderV4goneyyF");

int call(void) { return gone(); }
