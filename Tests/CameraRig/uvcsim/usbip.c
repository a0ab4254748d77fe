// The USB/IP protocol (Documentation/usb/usbip_protocol.rst), as far as vhci_hcd speaks it with a device of its own
// machine: it is handed one end of a socket pair, and the camera holds the other.
#include "uvcsim.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { CMD_SUBMIT = 1, CMD_UNLINK = 2, RET_SUBMIT = 3, RET_UNLINK = 4 };
enum { STALL = -32, UNLINKED = -104 };  // errno values of Linux: EPIPE, ECONNRESET

// Every message has a head of 48 bytes, big-endian but for the setup packet.
struct head {
    uint32_t command, sequence, device, is_in, endpoint;
    union {
        struct { uint32_t flags, length, start, packets, interval; uint8_t setup[8]; } submit;
        struct { uint32_t status, length, start, packets, errors; uint8_t padding[8]; } result;
        struct { uint32_t sequence; uint8_t padding[24]; } unlink;
    };
};
_Static_assert(sizeof(struct head) == 48, "the head of a USB/IP message");

static int end = -1;

// Bulk transfers that wait for data, oldest first.
struct transfer {
    uint32_t sequence;
    size_t length;
};
enum { TRANSFER_LIMIT = 64 };
static struct transfer waiting[TRANSFER_LIMIT];
static size_t waiting_count;

static void forget(size_t index) {
    waiting_count--;
    memmove(waiting + index, waiting + index + 1, (waiting_count - index) * sizeof *waiting);
}

bool plug_in(int port) {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return false;
    int room = 4 << 20;  // so that neither side waits for the other in the middle of a frame
    for (int i = 0; i < 2; i++) setsockopt(ends[i], SOL_SOCKET, SO_SNDBUF, &room, sizeof room);
    // Port, socket, device (bus 1, device 2 and those after it), speed (3: high speed).
    char line[64];
    int length = snprintf(line, sizeof line, "%d %d %d 3", port, ends[1], 1 << 16 | (port + 2));
    int attach = open("/sys/devices/platform/vhci_hcd.0/attach", O_WRONLY);
    bool is_attached = attach >= 0 && write(attach, line, (size_t)length) == length;
    if (attach >= 0) close(attach);
    close(ends[1]);
    end = ends[0];
    return is_attached;
}

void pull_out(void) { close(end); }

int cable(void) { return end; }

static bool receive(void *bytes, size_t length) {
    return length == 0 || recv(end, bytes, length, MSG_WAITALL) == (ssize_t)length;
}

static void send_message(const struct head *head, const uint8_t *bytes, size_t length) {
    static uint8_t message[sizeof *head + PAYLOAD_LIMIT];
    memcpy(message, head, sizeof *head);
    memcpy(message + sizeof *head, bytes, length);
    size_t total = sizeof *head + length, sent = 0;
    while (sent < total) {
        ssize_t count = send(end, message + sent, total - sent, MSG_NOSIGNAL);
        if (count <= 0) return;  // the next receive finds out why
        sent += (size_t)count;
    }
}

// `length` counts what the device took or gave; only what it gives is sent.
static void complete(uint32_t sequence, int status, const uint8_t *bytes, size_t length) {
    struct head head = {.command = htonl(RET_SUBMIT), .sequence = htonl(sequence)};
    head.result.status = htonl((uint32_t)status);
    head.result.length = htonl((uint32_t)length);
    head.result.packets = htonl(UINT32_MAX);  // not isochronous
    send_message(&head, bytes, bytes ? length : 0);
}

static bool answer_control_transfer(const struct head *head) {
    uint8_t bytes[PAYLOAD_LIMIT];
    bool is_in = ntohl(head->is_in) != 0;
    size_t length = ntohl(head->submit.length);
    if (!is_in && (length > sizeof bytes || !receive(bytes, length))) return false;
    int result = control_transfer(head->submit.setup, bytes, sizeof bytes);
    size_t answer = result < 0 ? 0 : (size_t)result;
    if (result < 0)
        complete(ntohl(head->sequence), STALL, NULL, 0);
    else if (is_in)
        complete(ntohl(head->sequence), 0, bytes, answer < length ? answer : length);
    else
        complete(ntohl(head->sequence), 0, NULL, length);
    return true;
}

static void unlink_transfer(const struct head *head) {
    uint32_t sequence = ntohl(head->unlink.sequence);
    int status = 0;
    for (size_t i = 0; i < waiting_count && status == 0; i++)
        if (waiting[i].sequence == sequence) {
            forget(i);
            status = UNLINKED;
        }
    struct head answer = {.command = htonl(RET_UNLINK), .sequence = head->sequence};
    answer.result.status = htonl((uint32_t)status);
    send_message(&answer, NULL, 0);
}

bool receive_request(void) {
    struct head head;
    if (!receive(&head, sizeof head)) return false;
    uint32_t command = ntohl(head.command);
    if (command == CMD_UNLINK) unlink_transfer(&head);
    if (command != CMD_SUBMIT) return true;
    if (ntohl(head.endpoint) == 0) return answer_control_transfer(&head);
    if (waiting_count == TRANSFER_LIMIT) return false;
    waiting[waiting_count++] = (struct transfer){ntohl(head.sequence), ntohl(head.submit.length)};
    return true;
}

bool has_transfer(size_t *length) {
    if (waiting_count == 0) return false;
    *length = waiting[0].length;
    return true;
}

void complete_transfer(const uint8_t *bytes, size_t length) {
    uint32_t sequence = waiting[0].sequence;
    forget(0);
    complete(sequence, 0, bytes, length);
}
