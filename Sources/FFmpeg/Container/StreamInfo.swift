/// What a container says of one of its streams. Timestamps and durations are ticks of `timeBase`.
package struct StreamInfo: Sendable {
    package let index: Int
    /// The container's own number of the stream: a track's in MP4, the PID in MPEG-TS.
    package let id: Int
    package private(set) var parameters: CodecParameters
    package let timeBase: TimeBase
    /// The presentation time of the first packet.
    package let startTime: Int64?
    package let duration: Int64?
    /// The number of packets by the container's index; `nil` where it has none.
    package let frameCount: Int64?
    /// Frames a second on average, as the container states it. It may be wrong.
    package let averageFrameRate: TimeBase?
    /// libav's guess of the lowest rate at which every timestamp falls on a frame. It may be wrong.
    package let nominalFrameRate: TimeBase?
    /// Width ÷ height of one pixel as players take it: the container's, or else the codec's. `nil` where neither states it.
    package let sampleAspectRatio: TimeBase?
    package let metadata: [MetadataEntry]
    package let disposition: Disposition
    package let sideData: [StreamSideData]
    /// Whether the demuxer gives no packets of the stream: text of QuickTime chapters, which comes as ``ChapterInfo``.
    package let isHidden: Bool

    package var kind: MediaKind { parameters.kind }

    func replacing(parameters: CodecParameters) -> StreamInfo {
        var stream = self
        stream.parameters = parameters
        return stream
    }

    package func metadata(_ key: String) -> String? { metadata.first { $0.key == key }?.value }

    /// Degrees to turn the video clockwise for display: 0, 90, 180, 270, or what the display matrix holds.
    package var rotation: Double { sideData.lazy.compactMap(\.clockwiseRotation).first ?? 0 }
}
