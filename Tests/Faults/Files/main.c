/* A program, or an object file, that carries a plugin's note. */
int main(void) { return 0; }
