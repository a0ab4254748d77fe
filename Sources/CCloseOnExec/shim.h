// Functions by which a program that is started gets no file of ours. The C library declares them only where its own extensions are asked
// for. They are named anew here, and no header is included: types that Swift's module of the C library has must not be defined twice.
#ifndef OVERCRANK_CCLOSEONEXEC_SHIM_H
#define OVERCRANK_CCLOSEONEXEC_SHIM_H

// A temporary file that is closed on exec from its beginning.
int oc_mkostemp(char *path_template, int flags) __asm__("mkostemp");

// The same of a connection.
int oc_accept4(int listener, void *address, void *address_size, int flags) __asm__("accept4");

// A program that is spawned with these actions has no file from this number on.
int oc_spawn_close_from(void *actions, int first) __asm__("posix_spawn_file_actions_addclosefrom_np");

#endif
