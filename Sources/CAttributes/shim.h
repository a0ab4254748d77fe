// Each item says why it is here.
#ifndef OVERCRANK_CATTRIBUTES_SHIM_H
#define OVERCRANK_CATTRIBUTES_SHIM_H

// Extended attributes of files: Swift's module of the C library leaves this header out.
#include <sys/xattr.h>

// Not <fcntl.h>: it defines the structure that stat() fills once more, and Swift then takes that for this module's.
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

// The C library declares copy_file_range(), and types of 64 bits for places in files, only where its own extensions are asked for.
static inline int64_t oc_copy_file_range(int source, int64_t *from, int target, int64_t *to, size_t count) {
    return syscall(SYS_copy_file_range, source, from, target, to, count, 0);
}

// The C library declares renameat2() only where its own extensions are asked for.
static inline long oc_rename_without_replacing(const char *old_path, const char *new_path) {
    const int working_folder = -100 /* AT_FDCWD */;
    return syscall(SYS_renameat2, working_folder, old_path, working_folder, new_path, 1 /* RENAME_NOREPLACE */);
}

// The C library declares memfd_create() only where its own extensions are asked for.
static inline int oc_memory_file(const char *name) {
    return (int)syscall(SYS_memfd_create, name, 1 /* MFD_CLOEXEC */);
}

#endif
