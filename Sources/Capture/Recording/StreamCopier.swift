internal import FFmpeg
internal import MediaTime

/// Stores H.264 or HEVC as the camera encoded it, from the first frame on with which decoding can begin.
///
/// The parameter sets that come with that frame are the file's; frames keep theirs, too, so that what the camera
/// changes later is there.
final class StreamCopier: FrameCoder {
    private(set) var track: Muxer.StreamDescription
    private let codec: CodedFrame.Codec
    private let size: FrameSize
    private let report: (Loss) -> Void
    /// The parameter sets that were there until the first frame that is stored.
    private var parameterSets: [[UInt8]] = []
    private var hasBegun = false

    /// `report` is told of the frames that cannot be decoded.
    init(_ codec: CodedFrame.Codec, mode: CaptureMode, report: @escaping (Loss) -> Void) throws(CaptureError) {
        self.codec = codec
        self.report = report
        size = mode.size
        track = try Self.track(codec, size, [])
    }

    private static func track(
        _ codec: CodedFrame.Codec,
        _ size: FrameSize,
        _ parameterSets: [[UInt8]]
    ) throws(CaptureError) -> Muxer.StreamDescription {
        do {
            return Muxer.StreamDescription(
                parameters: try CodecParameters.frames(
                    codec: codec.rawValue,
                    width: size.width,
                    height: size.height,
                    pixelFormat: nil,
                    // The container turns the byte-stream format into its own.
                    extradata: parameterSets.flatMap { [0, 0, 0, 1] + $0 }
                ),
                timeBase: TimeBase(1, MovieLayout.clockRate),
                disposition: .defaultStream
            )
        } catch {
            throw CaptureError(error)
        }
    }

    func take(
        _ frame: borrowing QueuedFrame,
        at time: Int64,
        backlog: FrameQueue.Depth,
        _ body: (consuming Packet) throws -> Void
    ) throws {
        let coded = frame.packet.withPayload { CodedFrame($0, codec: codec) }
        if !hasBegun {
            for set in coded.parameterSets where !parameterSets.contains(set) { parameterSets.append(set) }
        }
        guard let isKey = coded.isKey else { return }
        if !hasBegun {
            guard isKey, codec.isComplete(parameterSets) else {
                report(frame.facts.loss(.undecodable))
                return
            }
            track = try Self.track(codec, size, parameterSets)
            hasBegun = true
        }
        try body(frame.packet(at: time, isKey: isKey))
    }

    func finish(_ body: (consuming Packet) throws -> Void) throws {}
}
