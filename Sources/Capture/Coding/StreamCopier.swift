internal import FFmpeg
internal import MediaFormats
internal import MediaSyntax
internal import MediaTime

/// Stores H.264 or HEVC as the camera encoded it, from the first frame on with which decoding can begin.
///
/// The parameter sets that come with that frame are the file's; frames keep theirs, too, so that what the camera
/// changes later is there.
final class StreamCopier: FrameCoder {
    private(set) var track: Muxer.StreamDescription
    private let units: NALUnits
    private let size: FrameSize
    private let report: (Loss) -> Void
    /// The parameter sets that were there until the first frame that is stored.
    private var parameterSets: [ParameterSet] = []
    private var hasBegun = false

    /// `report` is called for each frame that cannot be decoded.
    init(_ codec: NALCodec, mode: CaptureMode, report: @escaping (Loss) -> Void) throws(CaptureError) {
        units = NALUnits(codec, .startCodes)
        self.report = report
        size = mode.size
        track = try Self.track(codec, size, [])
    }

    private static func track(
        _ codec: NALCodec,
        _ size: FrameSize,
        _ parameterSets: [ParameterSet]
    ) throws(CaptureError) -> Muxer.StreamDescription {
        do {
            return Muxer.StreamDescription(
                parameters: try CodecParameters.frames(
                    codec: codec.rawValue,
                    width: size.width,
                    height: size.height,
                    pixelFormat: nil,
                    // The container turns the byte-stream format into its own.
                    extradata: parameterSets.flatMap { [0, 0, 0, 1] + $0.unit }
                ),
                timeBase: TimeBase.microseconds,
                disposition: .defaultStream
            )
        } catch {
            throw CaptureError(error)
        }
    }

    func take(
        _ frame: borrowing QueuedFrame,
        at time: Int64,
        backlog: Backlog,
        _ body: (consuming Packet) throws -> Void
    ) throws {
        let coded = frame.packet.withPayload { AccessUnit($0, units: units) }
        if !hasBegun { for set in coded.parameterSets { add(set) } }
        guard let isKey = coded.frame?.isRandomAccess else { return }
        if !hasBegun {
            guard isKey, units.codec.neededParameterSets.isSubset(of: parameterSets.map(\.kind)) else {
                report(frame.facts.loss(.undecodable))
                return
            }
            track = try Self.track(units.codec, size, parameterSets)
            hasBegun = true
        }
        try body(frame.packet(at: time, isKey: isKey))
    }

    /// Adds a set, or puts it in the place of an earlier one.
    private func add(_ set: ParameterSet) {
        if let place = parameterSets.firstIndex(where: set.replaces) {
            parameterSets[place] = set
        } else {
            parameterSets.append(set)
        }
    }

    func finish(_ body: (consuming Packet) throws -> Void) throws {}
}
