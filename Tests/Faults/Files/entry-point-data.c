/* Data under the name of the entry point. */
int cleanse_plugin_configure = 1;
