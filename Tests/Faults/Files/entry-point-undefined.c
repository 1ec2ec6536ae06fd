/* A library that asks for the entry point instead of bringing it. */
int cleanse_plugin_configure(void);

int call(void) { return cleanse_plugin_configure(); }
