/* A note of two hundred thousand spaces. */
__asm__(
    ".section .note.cleanse,\"a\",@note\n"
    ".balign 4\n"
    ".4byte 8, 200000, 1\n"
    ".asciz \"Cleanse\"\n"
    ".fill 200000, 1, 0x20\n"
    ".text");
