internal import FFmpeg
internal import MediaSyntax

/// Stores H.264 or HEVC as the camera encoded it, from the first frame on with which decoding can begin.
///
/// The parameter sets that come with that frame are the file's; frames keep theirs, too, so that what the camera
/// changes later is there.
final class StreamCopier: FrameCoder {
    private(set) var track: Muxer.StreamDescription
    private let units: NALUnits
    private let mode: CaptureMode
    private let report: (Loss) -> Void
    private let note: (String) -> Void
    private let askForKey: () -> Void
    /// The parameter sets that were there until the first frame that is stored.
    private var parameterSets: StreamParameterSets
    private(set) var firstTime: Int64?

    /// - Parameters:
    ///   - codec: of the frames.
    ///   - mode: what the camera delivers.
    ///   - report: is called for each frame that cannot be decoded.
    ///   - note: is called, with a sentence, where frames are not as granted.
    ///   - askForKey: asks the camera for a frame with which decoding can begin.
    /// - Throws: ``CaptureError`` `.codec` where libav has no such codec.
    init(
        _ codec: NALCodec,
        mode: CaptureMode,
        report: @escaping (Loss) -> Void,
        note: @escaping (String) -> Void,
        askForKey: @escaping () -> Void
    ) throws(CaptureError) {
        units = NALUnits(codec, .startCodes)
        parameterSets = StreamParameterSets(codec)
        self.report = report
        self.note = note
        self.askForKey = askForKey
        self.mode = mode
        track = try Self.track(codec, mode, mode.size, parameterSets)
    }

    private static func track(
        _ codec: NALCodec,
        _ mode: CaptureMode,
        _ size: FrameSize,
        _ parameterSets: StreamParameterSets
    ) throws(CaptureError) -> Muxer.StreamDescription {
        do {
            return Muxer.StreamDescription(
                parameters: try CodecParameters.frames(
                    codec: codec.rawValue,
                    width: size.width,
                    height: size.height,
                    pixelFormat: nil,
                    fieldOrder: mode.fields.order,
                    // The container turns the byte-stream format into its own.
                    extradata: parameterSets.bytes
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
        if firstTime == nil { parameterSets.add(coded.parameterSets) }
        guard let isKey = coded.frame?.isRandomAccess else { return }
        if firstTime == nil {
            guard isKey, parameterSets.isComplete else {
                report(frame.facts.loss(.undecodable))
                return askForKey()
            }
            track = try Self.track(units.codec, mode, codedSize(), parameterSets)
            firstTime = time
        }
        try body(frame.packet(at: time, isKey: isKey))
    }

    /// What the stream says of its size; what the camera granted where it does not say it.
    private func codedSize() -> FrameSize {
        let formats = PictureFormats(codec: units.codec.rawValue, configuration: parameterSets.bytes)
        guard let format = formats?.stated else { return mode.size }
        let size = FrameSize(width: format.width, height: format.height)
        if !mode.size.isMet(by: size) {
            note("\(DeliveredSizes(granted: mode.size).fault(size)): they are stored as they are")
        }
        return size
    }

    /// The camera makes such frames as it is set; it is asked for one.
    func beginAnew(at time: Int64) { askForKey() }

    func finish(_ body: (consuming Packet) throws -> Void) throws {}
}
