/* A library that needs the entry point instead of defining it. */
int cleanse_plugin_configure(void);

int call(void) { return cleanse_plugin_configure(); }
