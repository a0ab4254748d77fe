internal import CVideo4Linux

/// What a device is.
package struct Capability: Hashable, Sendable {
    /// The driver's name.
    package let driver: String
    /// The device's name, for people.
    package let card: String
    /// Where it is plugged in.
    package let bus: String
    /// How its frames lie in buffers; `nil` where it delivers none in buffers.
    package let bufferType: BufferType?
    /// Whether it delivers frames in no other way than by `read()`.
    package let isReadOnly: Bool

    init(_ capability: v4l2_capability) {
        driver = String(cArray: capability.driver)
        card = String(cArray: capability.card)
        bus = String(cArray: capability.bus_info)
        // `capabilities` speaks of the whole device, which may have other nodes: for metadata, or for output.
        let isSaid = capability.capabilities & UInt32(V4L2_CAP_DEVICE_CAPS) != 0
        let flags = isSaid ? capability.device_caps : capability.capabilities
        let type = BufferType(capabilities: flags)
        bufferType = flags & UInt32(V4L2_CAP_STREAMING) == 0 ? nil : type
        isReadOnly = bufferType == nil && type != nil && flags & UInt32(V4L2_CAP_READWRITE) != 0
    }
}

/// Whether a frame lies in one piece of memory, or each plane may have its own.
package enum BufferType: Hashable, Sendable {
    case singlePlanar
    case multiPlanar

    /// `nil` for what captures no frames, and for codecs, which look like a camera and a display in one.
    fileprivate init?(capabilities: UInt32) {
        if capabilities & UInt32(V4L2_CAP_VIDEO_CAPTURE) != 0 {
            self = .singlePlanar
        } else if capabilities & UInt32(V4L2_CAP_VIDEO_CAPTURE_MPLANE) != 0 {
            self = .multiPlanar
        } else {
            return nil
        }
    }

    var kind: v4l2_buf_type {
        switch self {
        case .singlePlanar: V4L2_BUF_TYPE_VIDEO_CAPTURE
        case .multiPlanar: V4L2_BUF_TYPE_VIDEO_CAPTURE_MPLANE
        }
    }
}

extension Device {
    /// VIDIOC_QUERYCAP.
    package func capability() throws(Video4LinuxError) -> Capability {
        var capability = v4l2_capability()
        try perform(.queryCapability, &capability)
        return Capability(capability)
    }
}
