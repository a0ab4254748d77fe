internal import FFmpeg
internal import Glibc
internal import MediaFormats
internal import MediaTime

/// Encodes a camera's frames while they come, with less effort when it falls behind.
final class FrameEncoder: FrameCoder {
    private(set) var track: Muxer.StreamDescription
    private let presets: EncoderPresets
    private var settings: VideoEncoderSettings
    private let source: EncoderFrames
    private let disposable: Int
    private let bufferSize: Int
    private let report: (String) -> Void
    private var encoder: Encoder
    private var step = 0
    /// Frames since the last key frame, and when that was.
    private var sinceKey = 0
    private var lastKey: Int64?
    /// From when on frames are to refer to none before; `nil` where they are already.
    private var turn: Int64?
    private(set) var firstTime: Int64?
    /// The newest decoding time, after which every packet's must be.
    private var decoded = Int64.min
    private let packet: Packet

    /// The longest time from one key frame to the next, in microseconds.
    private static let keyInterval = Int64(MonotonicClock.rate)
    /// Less effort is made when one part of this number of the memory for waiting frames is full: a quarter.
    private static let alarm = 4

    /// Opens the encoder.
    ///
    /// - Parameters:
    ///   - coding: what to encode to.
    ///   - mode: what the camera delivers.
    ///   - disposable: of each `disposable` frames all but one can be left out later; at least 1.
    ///   - quality: the constant rate factor; lower is better.
    ///   - bufferSize: memory for frames that wait for the encoder, in bytes.
    ///   - count: between how many encoders the processors are divided.
    ///   - report: is called, with a sentence, when less effort is made.
    ///   - askForKey: asks the camera for a frame with which decoding can begin.
    ///   - lost: is called for each frame that cannot be decoded: it is damaged, or refers to one that is missing.
    /// - Returns: the encoder, with the most effort at first.
    /// - Throws: ``CaptureError``: `.codec` where there is no such encoder, `.unsupported` for frames that it cannot take.
    static func make(
        _ coding: FrameCoding,
        mode: CaptureMode,
        disposable: Int,
        quality: Int,
        bufferSize: Int,
        sharedBy count: Int = 1,
        report: @escaping (String) -> Void,
        askForKey: @escaping () -> Void = {},
        lost: @escaping (Loss) -> Void = { _ in }
    ) throws(CaptureError) -> FrameEncoder {
        let presets = EncoderPresets(coding, disposable: disposable, quality: quality)
        guard let capabilities = EncoderCapabilities(named: presets.encoder) else {
            throw CaptureError(.codec, "this libavcodec has no encoder \(presets.encoder)")
        }
        try check(coding, takesFieldsOf: mode)
        try check(coding, takesSizeOf: mode)
        do {
            let offered =
                coding == .ffv1 ? capabilities.pixelFormats : [PixelFormat(named: "yuv420p")].compactMap { $0 }
            let frames = try EncoderFrames.make(
                mode: mode,
                offered: offered,
                keepsSamples: coding == .ffv1,
                lost: lost,
                note: report,
                askForKey: askForKey
            )
            let rate = FrameRate(frameDuration: mode.frameDuration)
            var encoding = VideoEncoderSettings(
                encoder: presets.encoder,
                width: mode.size.width,
                height: mode.size.height,
                pixelFormat: frames.pixelFormat,
                timeBase: TimeBase.microseconds,
                frameRate: rate.map { TimeBase($0.numerator, $0.denominator) },
                colour: frames.colour,
                needsGlobalHeader: true,
                fieldOrder: mode.fields.order
            )
            encoding.options = presets.steps[0].options
            if count > 1 { encoding.threadCount = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)) / count) }
            let encoder = try Encoder(encoding)
            let parameters = encoder.parameters
            return FrameEncoder(
                encoder: encoder,
                parameters: parameters,
                packet: try Packet(),
                source: frames,
                presets: presets,
                encoding: encoding,
                disposable: disposable,
                bufferSize: bufferSize,
                report: report
            )
        } catch {
            throw CaptureError(anything: error)
        }
    }

    /// Refuses frames of an odd width or height where two samples of luma share one of chroma: a row or a column would be left out.
    private static func check(_ coding: FrameCoding, takesSizeOf mode: CaptureMode) throws(CaptureError) {
        guard coding.codec?.traits.needsWholeChromaSamples ?? false,
            mode.size.width % 2 != 0 || mode.size.height % 2 != 0
        else { return }
        throw CaptureError(
            .unsupported,
            "\(coding.rawValue.uppercased()) takes frames of an even width and height, and the camera's are \(mode.size); FFV1 takes them"
        )
    }

    /// Refuses interlaced frames that the codec cannot have as such: told as whole ones they would be shown wrong. Where chroma has half
    /// the lines, each field needs an even number of them.
    private static func check(_ coding: FrameCoding, takesFieldsOf mode: CaptureMode) throws(CaptureError) {
        guard mode.fields.order != nil, let traits = coding.codec?.traits else { return }
        let name = coding.rawValue.uppercased()
        guard traits.knowsFields else {
            throw CaptureError(
                .unsupported,
                "the camera's frames are interlaced, which \(name) does not take; H264 and FFV1 do"
            )
        }
        guard !traits.needsWholeChromaSamples || mode.size.height % 4 == 0 else {
            throw CaptureError(
                .unsupported,
                "the camera's frames are interlaced, and of such \(name) takes only those whose number of lines is a multiple of four, not "
                    + "\(mode.size.height); FFV1 takes them"
            )
        }
    }

    private init(
        encoder: consuming Encoder,
        parameters: CodecParameters,
        packet: consuming Packet,
        source: EncoderFrames,
        presets: EncoderPresets,
        encoding: VideoEncoderSettings,
        disposable: Int,
        bufferSize: Int,
        report: @escaping (String) -> Void
    ) {
        track = Self.track(parameters, encoder.timeBase)
        self.encoder = encoder
        self.packet = packet
        self.source = source
        self.presets = presets
        self.settings = encoding
        self.report = report
        self.disposable = disposable
        self.bufferSize = bufferSize
    }

    private static func track(_ parameters: CodecParameters, _ timeBase: TimeBase) -> Muxer.StreamDescription {
        Muxer.StreamDescription(parameters: parameters, timeBase: timeBase, disposition: .defaultStream)
    }

    func take(
        _ frame: borrowing QueuedFrame,
        at time: Int64,
        backlog: Backlog,
        _ body: (consuming Packet) throws -> Void
    ) throws {
        try source.take(frame, at: time) { picture, place in try encode(picture, at: place.time, backlog, body) }
    }

    private func encode(
        _ frame: consuming Frame,
        at time: Int64,
        _ backlog: Backlog,
        _ body: (consuming Packet) throws -> Void
    ) throws {
        if firstTime == nil {
            firstTime = time
            try adoptFirst()
        }
        if let turn, time >= turn {
            self.turn = nil
            try replaceEncoder(body)
            lastKey = nil
        }
        if isKeyDue(at: time) {
            if backlog.bytes > bufferSize / Self.alarm, step + 1 < presets.steps.count {
                try lower(at: time, body)
            }
            (sinceKey, lastKey) = (0, time)
        }
        frame.pts = time
        if let order = settings.fieldOrder { frame.markFields(order) }
        // Left to itself x265 breaks the pattern before key frames.
        if sinceKey == 0 {
            frame.requestKey()
        } else if sinceKey % disposable == 0 {
            frame.requestPredicted()
        } else {
            frame.requestBidirectional()
        }
        sinceKey += 1
        while try !encoder.send(frame) { try drain(body) }
        try drain(body)
    }

    /// Opens the encoder anew where the first frame says more of its colours than the camera did, or has another layout.
    private func adoptFirst() throws {
        guard source.colour != settings.colour || source.pixelFormat != settings.pixelFormat else { return }
        (settings.colour, settings.pixelFormat) = (source.colour, source.pixelFormat)
        encoder = try Encoder(settings)
        track = Self.track(encoder.parameters, encoder.timeBase)
    }

    func finish(_ body: (consuming Packet) throws -> Void) throws {
        let backlog = Backlog(frames: 0, bytes: 0)
        try source.finish { picture, place in try encode(picture, at: place.time, backlog, body) }
        try end(body)
    }

    /// Gives what the encoder has held back.
    private func end(_ body: (consuming Packet) throws -> Void) throws {
        try encoder.sendEnd()
        try drain(body)
    }

    /// Where the pattern begins anew, so that it has no break there.
    private func isKeyDue(at time: Int64) -> Bool {
        guard let lastKey else { return true }
        guard sinceKey % disposable == 0 else { return false }
        // At the next beginning of the pattern it would be too late.
        let pattern = (time - lastKey) * Int64(disposable) / Int64(max(1, sinceKey))
        return time - lastKey + pattern > Self.keyInterval
    }

    private func lower(at time: Int64, _ body: (consuming Packet) throws -> Void) throws {
        step += 1
        try replaceEncoder(body)
        let seconds = RationalTime(time, MonotonicClock.rate).seconds
        report("encoding with less effort (\(presets.steps[step].name)) from \(seconds) s on, to keep up")
    }

    /// Groups of pictures are open: only the first frame of an encoder is one that nothing after it passes over.
    func beginAnew(at time: Int64) { turn = time }

    private func replaceEncoder(_ body: (consuming Packet) throws -> Void) throws {
        try end(body)
        var encoding = settings
        encoding.options = presets.steps[step].options
        encoder = try Encoder(encoding)
    }

    private func drain(_ body: (consuming Packet) throws -> Void) throws {
        while try encoder.receive(into: packet) == .produced {
            let output = try packet.reference()
            packet.reset()
            // Two encoders follow each other, and the second does not know the decoding times of the first.
            let dts = max(output.dts ?? decoded, decoded + 1)
            decoded = dts
            output.dts = dts
            try body(output)
        }
    }
}
