internal import CVideo4Linux

/// One ioctl of Video4Linux with the type of its argument: a wrong pair does not compile.
struct IOControl<Argument>: Sendable {
    /// As the kernel's documentation calls it.
    let name: String
    /// The request's number, which holds the argument's size.
    let number: UInt

    init(_ name: String, _ number: UInt) {
        self.name = name
        self.number = number
    }
}

extension IOControl where Argument == v4l2_capability {
    static var queryCapability: Self { Self("VIDIOC_QUERYCAP", oc_vidioc_querycap) }
}

extension IOControl where Argument == v4l2_fmtdesc {
    static var enumerateFormats: Self { Self("VIDIOC_ENUM_FMT", oc_vidioc_enum_fmt) }
}

extension IOControl where Argument == v4l2_frmsizeenum {
    static var enumerateFrameSizes: Self { Self("VIDIOC_ENUM_FRAMESIZES", oc_vidioc_enum_framesizes) }
}

extension IOControl where Argument == v4l2_frmivalenum {
    static var enumerateFrameIntervals: Self {
        Self("VIDIOC_ENUM_FRAMEINTERVALS", oc_vidioc_enum_frameintervals)
    }
}

extension IOControl where Argument == v4l2_format {
    static var getFormat: Self { unsafe Self("VIDIOC_G_FMT", oc_vidioc_g_fmt) }
    static var setFormat: Self { unsafe Self("VIDIOC_S_FMT", oc_vidioc_s_fmt) }
}

extension IOControl where Argument == v4l2_streamparm {
    static var getParameters: Self { Self("VIDIOC_G_PARM", oc_vidioc_g_parm) }
    static var setParameters: Self { Self("VIDIOC_S_PARM", oc_vidioc_s_parm) }
}

extension IOControl where Argument == Int32 {
    static var getInput: Self { Self("VIDIOC_G_INPUT", oc_vidioc_g_input) }
    static var setInput: Self { Self("VIDIOC_S_INPUT", oc_vidioc_s_input) }
    static var streamOn: Self { Self("VIDIOC_STREAMON", oc_vidioc_streamon) }
    static var streamOff: Self { Self("VIDIOC_STREAMOFF", oc_vidioc_streamoff) }
}

extension IOControl where Argument == v4l2_priority {
    static var setPriority: Self { Self("VIDIOC_S_PRIORITY", oc_vidioc_s_priority) }
}

extension IOControl where Argument == v4l2_dv_timings {
    static var getTimings: Self { Self("VIDIOC_G_DV_TIMINGS", oc_vidioc_g_dv_timings) }
    static var setTimings: Self { Self("VIDIOC_S_DV_TIMINGS", oc_vidioc_s_dv_timings) }
    static var queryTimings: Self { Self("VIDIOC_QUERY_DV_TIMINGS", oc_vidioc_query_dv_timings) }
}

extension IOControl where Argument == v4l2_std_id {
    static var getStandard: Self { Self("VIDIOC_G_STD", oc_vidioc_g_std) }
}

extension IOControl where Argument == v4l2_query_ext_ctrl {
    static var queryControl: Self { Self("VIDIOC_QUERY_EXT_CTRL", oc_vidioc_query_ext_ctrl) }
}

extension IOControl where Argument == v4l2_querymenu {
    static var queryMenu: Self { Self("VIDIOC_QUERYMENU", oc_vidioc_querymenu) }
}

extension IOControl where Argument == v4l2_ext_controls {
    static var getControls: Self { unsafe Self("VIDIOC_G_EXT_CTRLS", oc_vidioc_g_ext_ctrls) }
    static var setControls: Self { unsafe Self("VIDIOC_S_EXT_CTRLS", oc_vidioc_s_ext_ctrls) }
}

extension IOControl where Argument == v4l2_event_subscription {
    static var subscribeEvent: Self { Self("VIDIOC_SUBSCRIBE_EVENT", oc_vidioc_subscribe_event) }
}

extension IOControl where Argument == v4l2_event {
    static var dequeueEvent: Self { Self("VIDIOC_DQEVENT", oc_vidioc_dqevent) }
}

extension IOControl where Argument == v4l2_requestbuffers {
    static var requestBuffers: Self { Self("VIDIOC_REQBUFS", oc_vidioc_reqbufs) }
}

extension IOControl where Argument == v4l2_buffer {
    static var queryBuffer: Self { unsafe Self("VIDIOC_QUERYBUF", oc_vidioc_querybuf) }
    static var queueBuffer: Self { unsafe Self("VIDIOC_QBUF", oc_vidioc_qbuf) }
    static var dequeueBuffer: Self { unsafe Self("VIDIOC_DQBUF", oc_vidioc_dqbuf) }
}
