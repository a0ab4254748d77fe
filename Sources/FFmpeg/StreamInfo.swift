internal import CFFmpeg

/// Data that a container attaches to a stream as a whole: display matrix, HDR mastering, content light level.
package struct StreamSideData: Hashable, Sendable {
    let type: AVPacketSideDataType.RawValue
    let bytes: [UInt8]

    static func list(_ first: UnsafePointer<AVPacketSideData>?, _ count: Int) -> [StreamSideData] {
        unsafe UnsafeBufferPointer(start: first, count: first == nil ? 0 : count).map { item in
            let bytes = unsafe Array(UnsafeBufferPointer(start: item.data, count: item.size))
            return unsafe StreamSideData(type: item.type.rawValue, bytes: bytes)
        }
    }
}

/// What a container says of one of its streams. Timestamps and durations are ticks of `timeBase`.
package struct StreamInfo: Sendable {
    package let index: Int
    package let parameters: CodecParameters
    package let timeBase: TimeBase
    /// The first timestamp that is presented.
    package let startTime: Int64?
    package let duration: Int64?
    /// As the container's index counts them; `nil` where there is no such count.
    package let frameCount: Int64?
    /// Frames a second on average, by the container's own account. A claim, not a measurement.
    package let averageFrameRate: TimeBase?
    /// The rate whose multiple every timestamp is, by libav's guess. A claim, not a measurement.
    package let nominalFrameRate: TimeBase?
    package let metadata: [MetadataEntry]
    package let disposition: Disposition
    package let sideData: [StreamSideData]
    /// The demuxer itself passes over the stream (QuickTime chapter text, which comes as chapters).
    package let isHidden: Bool

    package var kind: MediaKind { parameters.kind }

    package func metadata(_ key: String) -> String? { metadata.first { $0.key == key }?.value }

    /// Degrees to turn the frame clockwise for display: 0, 90, 180, 270, or what the matrix holds.
    package var rotation: Double {
        guard let matrix = sideData.first(where: { $0.type == AV_PKT_DATA_DISPLAYMATRIX.rawValue }),
            matrix.bytes.count >= 36
        else { return 0 }
        let counterclockwise = unsafe matrix.bytes.withUnsafeBytes { bytes in
            unsafe av_display_rotation_get(bytes.baseAddress?.assumingMemoryBound(to: Int32.self))
        }
        guard counterclockwise.isFinite else { return 0 }
        let clockwise = -counterclockwise.rounded()
        return clockwise < 0 ? clockwise + 360 : clockwise + 0
    }
}

/// One text of a container's or a stream's metadata.
package struct MetadataEntry: Hashable, Sendable {
    package var key: String
    package var value: String

    package init(key: String, value: String) {
        self.key = key
        self.value = value
    }
}

/// What a stream is for.
package struct Disposition: OptionSet, Hashable, Sendable {
    package let rawValue: Int32
    package init(rawValue: Int32) { self.rawValue = rawValue }

    package static let defaultStream = Disposition(rawValue: AV_DISPOSITION_DEFAULT)
    package static let attachedFrame = Disposition(rawValue: AV_DISPOSITION_ATTACHED_PIC)
    package static let timedThumbnails = Disposition(rawValue: AV_DISPOSITION_TIMED_THUMBNAILS)
}

/// A chapter; `start` and `end` are ticks of `timeBase`.
package struct ChapterInfo: Sendable {
    package var timeBase: TimeBase
    package var start: Int64
    package var end: Int64
    package var metadata: [MetadataEntry]

    package init(timeBase: TimeBase, start: Int64, end: Int64, metadata: [MetadataEntry]) {
        self.timeBase = timeBase
        self.start = start
        self.end = end
        self.metadata = metadata
    }
}
