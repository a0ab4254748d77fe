#ifndef OVERCRANK_COLUMNS_H
#define OVERCRANK_COLUMNS_H

#include <string.h>

#include "clones.h"

// Vectors of eight columns, whatever the processor.

#define COLUMNS 8

typedef float vector __attribute__((vector_size(COLUMNS * sizeof(float))));
typedef double double_vector __attribute__((vector_size(COLUMNS * sizeof(double))));

// Macros: a vector of this size is passed to functions in another way where processors have wider registers.
#define LOAD(name, address) \
    vector name;            \
    memcpy(&name, address, sizeof name)

#define LOAD_DOUBLES(name, address) \
    double_vector name;             \
    memcpy(&name, address, sizeof name)

#define STORE(address, value)                       \
    do {                                            \
        const vector stored = value;                \
        memcpy(address, &stored, sizeof stored);    \
    } while (0)

#endif
