/* An entry point that any other library could replace. */
__attribute__((weak)) int cleanse_plugin_configure(void) { return 0; }
