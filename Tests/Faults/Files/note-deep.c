/* A note whose JSON is fifty thousand brackets. */
__asm__(
    ".section .note.cleanse,\"a\",@note\n"
    ".balign 4\n"
    ".4byte 8, 50000, 1\n"
    ".asciz \"Cleanse\"\n"
    ".fill 50000, 1, 0x5b\n"
    ".text");
