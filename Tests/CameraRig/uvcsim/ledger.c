// One line for each frame that the sensor took: number, instant (ns), fate, bytes, fingerprint.
#include "uvcsim.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static FILE *ledger;

void open_ledger(const char *path) {
    ledger = fopen(path, "w");
    if (!ledger) {
        perror(path);
        exit(73);
    }
}

void write_ledger(uint32_t number, int64_t instant, enum fate fate, const struct frame *frame) {
    static const char *const names[] = {"delivered", "skipped", "corrupt", "overrun"};
    if (!ledger) return;
    fprintf(ledger, "%" PRIu32 " %" PRId64 " %s", number, instant, names[fate]);
    if (frame) fprintf(ledger, " %zu %016" PRIx64, frame->length, fingerprint(frame));
    fputc('\n', ledger);
}

void close_ledger(void) {
    if (ledger && fclose(ledger) != 0) perror("uvcsim: ledger");
    ledger = NULL;
}
