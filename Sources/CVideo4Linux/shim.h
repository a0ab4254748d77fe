// What Swift's importer cannot see of Video4Linux: request numbers and identifiers that are computed by macros, and
// variadic functions. Each item says why it is here.
#ifndef OVERCRANK_CVIDEO4LINUX_SHIM_H
#define OVERCRANK_CVIDEO4LINUX_SHIM_H

#include <libv4l2.h>
#include <linux/videodev2.h>
#include <stdio.h>

// _IOR(), _IOW() and _IOWR() compute a request's number from the size of its argument: only the C compiler knows it.
static const unsigned long oc_vidioc_querycap = VIDIOC_QUERYCAP;
static const unsigned long oc_vidioc_enum_fmt = VIDIOC_ENUM_FMT;
static const unsigned long oc_vidioc_enum_framesizes = VIDIOC_ENUM_FRAMESIZES;
static const unsigned long oc_vidioc_enum_frameintervals = VIDIOC_ENUM_FRAMEINTERVALS;
static const unsigned long oc_vidioc_g_fmt = VIDIOC_G_FMT;
static const unsigned long oc_vidioc_s_fmt = VIDIOC_S_FMT;
static const unsigned long oc_vidioc_g_parm = VIDIOC_G_PARM;
static const unsigned long oc_vidioc_s_parm = VIDIOC_S_PARM;
static const unsigned long oc_vidioc_g_input = VIDIOC_G_INPUT;
static const unsigned long oc_vidioc_s_input = VIDIOC_S_INPUT;
static const unsigned long oc_vidioc_s_priority = VIDIOC_S_PRIORITY;
static const unsigned long oc_vidioc_g_dv_timings = VIDIOC_G_DV_TIMINGS;
static const unsigned long oc_vidioc_s_dv_timings = VIDIOC_S_DV_TIMINGS;
static const unsigned long oc_vidioc_query_dv_timings = VIDIOC_QUERY_DV_TIMINGS;
static const unsigned long oc_vidioc_g_std = VIDIOC_G_STD;
static const unsigned long oc_vidioc_query_ext_ctrl = VIDIOC_QUERY_EXT_CTRL;
static const unsigned long oc_vidioc_querymenu = VIDIOC_QUERYMENU;
static const unsigned long oc_vidioc_g_ext_ctrls = VIDIOC_G_EXT_CTRLS;
static const unsigned long oc_vidioc_s_ext_ctrls = VIDIOC_S_EXT_CTRLS;
static const unsigned long oc_vidioc_reqbufs = VIDIOC_REQBUFS;
static const unsigned long oc_vidioc_querybuf = VIDIOC_QUERYBUF;
static const unsigned long oc_vidioc_qbuf = VIDIOC_QBUF;
static const unsigned long oc_vidioc_dqbuf = VIDIOC_DQBUF;
static const unsigned long oc_vidioc_streamon = VIDIOC_STREAMON;
static const unsigned long oc_vidioc_streamoff = VIDIOC_STREAMOFF;
static const unsigned long oc_vidioc_subscribe_event = VIDIOC_SUBSCRIBE_EVENT;
static const unsigned long oc_vidioc_dqevent = VIDIOC_DQEVENT;

// Macros that are sums and shifts of other macros.
static const unsigned oc_ctrl_which_current = V4L2_CTRL_WHICH_CUR_VAL;
static const unsigned oc_ctrl_next = V4L2_CTRL_FLAG_NEXT_CTRL;
static const unsigned oc_dv_bt_frame_interlaced = V4L2_DV_INTERLACED;
static const v4l2_std_id oc_std_525_60 = V4L2_STD_525_60;

// Function-like macros: lines and columns of a frame with what lies between frames.
static inline unsigned oc_dv_frame_width(const struct v4l2_bt_timings *timings) { return V4L2_DV_BT_FRAME_WIDTH(timings); }
static inline unsigned oc_dv_frame_height(const struct v4l2_bt_timings *timings) { return V4L2_DV_BT_FRAME_HEIGHT(timings); }

// v4l2_ioctl() is variadic.
static inline int oc_v4l2_ioctl(int descriptor, unsigned long request, void *argument) {
    return v4l2_ioctl(descriptor, request, argument);
}

// libv4l2 writes its complaints to standard error unless it is given a file; a global variable of a type that Swift
// takes for shared mutable state.
static inline void oc_v4l2_silence(void) {
    if (!v4l2_log_file) v4l2_log_file = fopen("/dev/null", "we");
}

#endif
