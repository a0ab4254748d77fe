internal import CFFmpeg

/// Data that belongs to a stream as a whole: display matrix, HDR mastering, content light level.
package struct StreamSideData: Hashable, Sendable {
    let type: AVPacketSideDataType.RawValue
    let bytes: [UInt8]

    /// Whether it says how Dolby Vision's data in the packets is to be read.
    package var isDolbyVision: Bool { type == AV_PKT_DATA_DOVI_CONF.rawValue }

    /// Whether it says how players turn the video.
    package var isDisplayMatrix: Bool { type == AV_PKT_DATA_DISPLAYMATRIX.rawValue }

    /// Whether it describes the light of high dynamic range.
    package var isHighRange: Bool {
        type == AV_PKT_DATA_MASTERING_DISPLAY_METADATA.rawValue || type == AV_PKT_DATA_CONTENT_LIGHT_LEVEL.rawValue
    }

    /// Whether it says where in a frame those of two eyes lie.
    package var isStereo: Bool { type == AV_PKT_DATA_STEREO3D.rawValue }

    /// Whether it says how a frame shows all that is around.
    package var isSpherical: Bool { type == AV_PKT_DATA_SPHERICAL.rawValue }

    static func list(_ first: UnsafePointer<AVPacketSideData>?, _ count: Int) -> [StreamSideData] {
        unsafe UnsafeBufferPointer(start: first, count: first == nil ? 0 : count).map { item in
            let bytes = unsafe Array(UnsafeBufferPointer(start: item.data, count: item.size))
            return unsafe StreamSideData(type: item.type.rawValue, bytes: bytes)
        }
    }
}
