/*
 * fault.h: the note of a C plugin, composed of macros, so that a fault can differ in one of them.
 *
 * FAULT is the fault's name, as in `configure-crash`; the compiler's command line defines it.
 */
#ifndef FAULT_H
#define FAULT_H

#include "cleanse_plugin.h"

#define FAULT_TEXT_OF(tokens) #tokens
#define FAULT_TEXT(tokens) FAULT_TEXT_OF(tokens)

/* Each fault has its own identifier, so that all of them can be in one directory. */
#ifndef FAULT_IDENTIFIER
#define FAULT_IDENTIFIER "org.cleanse.fault." FAULT_TEXT(FAULT)
#endif
#ifndef FAULT_VERSION
#define FAULT_VERSION "1.0.0"
#endif
#ifndef FAULT_SUMMARY
#define FAULT_SUMMARY "A fault"
#endif
/* Further members of the manifest and of the stamp, each after a comma. */
#ifndef FAULT_MANIFEST
#define FAULT_MANIFEST ""
#endif
#ifndef FAULT_STAMP
#define FAULT_STAMP ""
#endif
#ifndef FAULT_ABI
#define FAULT_ABI 1
#endif
#ifndef FAULT_ARCHITECTURE
#if defined(__x86_64__)
#define FAULT_ARCHITECTURE "x86_64"
#elif defined(__aarch64__)
#define FAULT_ARCHITECTURE "aarch64"
#else
#error "name the architecture here"
#endif
#endif
#ifndef FAULT_LANGUAGE
#define FAULT_LANGUAGE "c"
#endif
#ifndef FAULT_JSON
#define FAULT_JSON                                                                        \
  "{\"manifest\":{\"identifier\":\"" FAULT_IDENTIFIER "\",\"version\":\"" FAULT_VERSION   \
  "\",\"summary\":\"" FAULT_SUMMARY "\",\"authors\":[\"Ada\"]" FAULT_MANIFEST             \
  "},\"stamp\":{\"abi\":" FAULT_TEXT(FAULT_ABI) ",\"architecture\":\"" FAULT_ARCHITECTURE \
  "\",\"language\":\"" FAULT_LANGUAGE "\"" FAULT_STAMP "}}"
#endif

/* Rounded up to whole words, without the terminating null, which is not part of the note. */
#define FAULT_PADDED(size) (((size) + 3) / 4 * 4)

/* Declares a note of that name in the section. */
#define FAULT_NOTE(name, section_name)                             \
  __attribute__((section(section_name), used, aligned(4)))         \
  static const struct {                                            \
    uint32_t name_size, size, type;                                \
    char owner[8];                                                 \
    char json[FAULT_PADDED(sizeof FAULT_JSON - 1)];                \
  } name = {8, sizeof FAULT_JSON - 1, CLEANSE_NOTE_TYPE, CLEANSE_NOTE_NAME, FAULT_JSON}

#endif
