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

    /// Degrees to turn the video clockwise for display: 0, 90, 180, 270, or what the display matrix holds.
    package var rotation: Double { sideData.lazy.compactMap(\.clockwiseRotation).first ?? 0 }
}
