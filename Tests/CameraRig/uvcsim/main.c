// usage: uvcsim PICTURES [LEDGER [PORT]]      commands on standard input, one a line
//
//   dark, light       the scene; automatic exposure that may slow down halves the rate in the dark
//   skip N in M       N frames after the next M are not delivered: a gap in time, none in the driver's sequence
//   corrupt N in M    N frames after the next M are delivered with the error flag; the driver drops them
//   one-in N          from now on, one frame of N is delivered
//   stick             a tenth of the rate until the host asks for another interval: a camera that needs a nudge
//   unplug in M       the program ends after M more frames; so it does at a signal
#define _GNU_SOURCE
#include "uvcsim.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

static volatile sig_atomic_t is_over;

static void finish(int signal) {
    (void)signal;
    is_over = 1;
}

static int64_t monotonic_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * INT64_C(1000000000) + now.tv_nsec;
}

// Waits for a request, a command or an instant.
static void wait_until(struct pollfd events[2], int64_t instant) {
    struct timespec rest = {0, 0};
    int64_t now = monotonic_now();
    if (instant > now) rest = (struct timespec){(instant - now) / 1000000000, (instant - now) % 1000000000};
    if (ppoll(events, 2, instant == INT64_MAX ? NULL : &rest, NULL) < 0 && errno == EINTR)
        events[0].revents = events[1].revents = 0;
}

static void read_command(void) {
    char line[64];
    if (!fgets(line, sizeof line, stdin)) return;
    line[strcspn(line, "\n")] = 0;
    if (!obey(line)) fprintf(stderr, "uvcsim: no such command: %s\n", line);
}

int main(int count, char **arguments) {
    if (count < 2 || count > 4) {
        fprintf(stderr, "usage: uvcsim PICTURES [LEDGER [PORT]]\n");
        return 64;
    }
    signal(SIGTERM, finish);
    signal(SIGINT, finish);
    setvbuf(stdin, NULL, _IONBF, 0);  // poll knows nothing of lines that stdio has read ahead
    load_frames(arguments[1]);
    if (count >= 3) open_ledger(arguments[2]);
    if (!plug_in(count == 4 ? atoi(arguments[3]) : 0)) {
        perror("uvcsim: cannot plug in");
        return 69;
    }
    mlockall(MCL_CURRENT | MCL_FUTURE);  // a camera does not wait for its program to be read from a disk
    struct pollfd events[2] = {{cable(), POLLIN, 0}, {STDIN_FILENO, POLLIN, 0}};
    while (!is_over && !is_unplugged()) {
        wait_until(events, advance_stream(monotonic_now()));
        if (events[1].revents & POLLIN) read_command();
        if (events[0].revents && !receive_request()) is_over = 1;
    }
    pull_out();
    close_ledger();
    return 0;
}
