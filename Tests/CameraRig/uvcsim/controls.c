// UVC 1.0 section 4.2: every control has a value, a range, a step and a default. One that something automatic has in
// its hands refuses to be set, as real cameras do: who sets them must know the order.
#include "uvcsim.h"

#include <string.h>

enum { SET_CUR = 0x01, GET_CUR = 0x81, GET_MIN, GET_MAX, GET_RES, GET_LEN, GET_INFO, GET_DEF };
enum { EXPOSURE_MODE = 2, EXPOSURE_PRIORITY = 3, EXPOSURE_TIME = 4, FOCUS = 6, FOCUS_AUTO = 8, ZOOM = 0x0B };
enum { BRIGHTNESS = 2, CONTRAST = 3, GAIN = 4, POWER_LINE = 5, WHITE_BALANCE = 0x0A, WHITE_BALANCE_AUTO = 0x0B };
enum { MANUAL = 1, APERTURE_PRIORITY = 8 };

struct control {
    uint8_t unit, selector, size;
    uint8_t master, manual;  // the control that must have the value `manual` before this one can be set; 0: none
    int32_t minimum, maximum, step, initial, value;
};

static struct control controls[] = {
    // The "step" of the exposure mode is the set of modes that there are.
    {CAMERA_TERMINAL, EXPOSURE_MODE, 1, 0, 0, MANUAL, APERTURE_PRIORITY, MANUAL | APERTURE_PRIORITY,
     APERTURE_PRIORITY, APERTURE_PRIORITY},
    {CAMERA_TERMINAL, EXPOSURE_PRIORITY, 1, 0, 0, 0, 1, 1, 0, 1},
    {CAMERA_TERMINAL, EXPOSURE_TIME, 4, EXPOSURE_MODE, MANUAL, 1, 5000, 1, 157, 157},  // 100 us
    {CAMERA_TERMINAL, FOCUS, 2, FOCUS_AUTO, 0, 0, 255, 5, 0, 0},
    {CAMERA_TERMINAL, FOCUS_AUTO, 1, 0, 0, 0, 1, 1, 1, 1},
    {CAMERA_TERMINAL, ZOOM, 2, 0, 0, 100, 400, 10, 100, 100},
    {PROCESSING_UNIT, BRIGHTNESS, 2, 0, 0, 0, 255, 1, 128, 128},
    {PROCESSING_UNIT, CONTRAST, 2, 0, 0, 0, 255, 1, 32, 32},
    {PROCESSING_UNIT, GAIN, 2, 0, 0, 0, 100, 1, 0, 0},
    {PROCESSING_UNIT, POWER_LINE, 1, 0, 0, 0, 2, 1, 1, 1},
    {PROCESSING_UNIT, WHITE_BALANCE, 2, WHITE_BALANCE_AUTO, 0, 2800, 6500, 1, 4600, 4600},  // kelvins
    {PROCESSING_UNIT, WHITE_BALANCE_AUTO, 1, 0, 0, 0, 1, 1, 1, 1},
};

static struct control *find(uint8_t unit, uint8_t selector) {
    for (size_t i = 0; i < sizeof controls / sizeof *controls; i++)
        if (controls[i].unit == unit && controls[i].selector == selector) return &controls[i];
    return NULL;
}

static int32_t value(uint8_t unit, uint8_t selector) {
    const struct control *control = find(unit, selector);
    return control ? control->value : 0;
}

bool exposure_is_manual(void) { return value(CAMERA_TERMINAL, EXPOSURE_MODE) == MANUAL; }

bool exposure_may_slow_down(void) { return value(CAMERA_TERMINAL, EXPOSURE_PRIORITY) != 0; }

int64_t exposure_duration(void) { return value(CAMERA_TERMINAL, EXPOSURE_TIME) * INT64_C(100000); }

// What a stall was about: the host asks for it afterwards.
static enum { NO_ERROR = 0, WRONG_STATE = 2, OUT_OF_RANGE = 4, INVALID_CONTROL = 6, INVALID_REQUEST = 7 } last_error;

static int refuse(int reason) {
    last_error = reason;
    return -1;
}

static int set(struct control *control, const uint8_t *bytes, uint16_t length) {
    int32_t wanted = 0;
    memcpy(&wanted, bytes, length < control->size ? length : control->size);
    if (control->master && value(control->unit, control->master) != control->manual) return refuse(WRONG_STATE);
    if (wanted < control->minimum || wanted > control->maximum) return refuse(OUT_OF_RANGE);
    control->value = wanted;
    return 0;
}

int control_request(uint8_t unit, uint8_t selector, uint8_t request, uint8_t *bytes, uint16_t length) {
    enum { ERROR_CODE = 2, CAN_GET_AND_SET = 3 };
    if (unit == 0 && selector == ERROR_CODE) {
        bytes[0] = (uint8_t)last_error;
        last_error = NO_ERROR;
        return 1;
    }
    struct control *control = find(unit, selector);
    if (!control) return refuse(INVALID_CONTROL);
    int32_t answer;
    switch (request) {
        case SET_CUR: return set(control, bytes, length);
        case GET_INFO: bytes[0] = CAN_GET_AND_SET; return 1;
        case GET_LEN: put16(bytes, control->size); return 2;
        case GET_CUR: answer = control->value; break;
        case GET_MIN: answer = control->minimum; break;
        case GET_MAX: answer = control->maximum; break;
        case GET_RES: answer = control->step; break;
        case GET_DEF: answer = control->initial; break;
        default: return refuse(INVALID_REQUEST);
    }
    memcpy(bytes, &answer, control->size);
    return control->size;
}
