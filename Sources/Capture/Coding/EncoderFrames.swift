internal import FFmpeg

/// Makes frames that an encoder takes of a camera's frames, raw or encoded.
final class EncoderFrames {
    /// The pixel format of the frames that this makes. What a camera encodes may have another one than its format usually has: for an
    /// encoder that loses nothing it is known with the first frame.
    private(set) var pixelFormat: PixelFormat
    /// The pixel formats that the encoder takes, where that of the first frame chooses among them; empty as soon as it is chosen.
    private var offered: [PixelFormat] = []
    /// That of the first frame, where it chose; `nil` as soon as it was said that others have another one.
    private var layout: PixelFormat?
    /// What their samples stand for. Streams of H.264 and HEVC may say it themselves: then it is known with the first frame.
    private(set) var colour: ColourDescription
    private let size: FrameSize
    private let source: Source
    private let timeBase = TimeBase.microseconds
    private let lost: (Loss) -> Void
    private let note: (String) -> Void
    /// Those that are not as granted.
    private var sizes: DeliveredSizes
    /// Whether frames have two fields, which are not to be mixed.
    private let isInterlaced: Bool
    /// Whether samples of full range are to stay so.
    private let keepsRange: Bool
    /// Converts the pixel format of frames like the one before; `nil` where nothing is to be converted.
    private var converter: FilterGraph?
    private var shape: Shape?

    /// What frames have in common that one converter takes.
    private struct Shape: Equatable {
        let width: Int
        let height: Int
        let format: PixelFormat
    }

    /// How the camera's frames are coded.
    private enum Source: ~Copyable {
        case raw(PixelFormat)
        /// Each by itself.
        case images(Decoder)
        /// Such that they refer to others.
        case stream(StreamDecoder)
    }

    /// Prepares for a camera's frames.
    ///
    /// - Parameters:
    ///   - mode: what the camera delivers.
    ///   - offered: the pixel formats that the encoder takes; the one that loses least is chosen. Where it is empty, the
    ///     encoder takes any.
    ///   - keepsSamples: whether samples stay as they are, for an encoder that loses nothing: also those of full range, and chroma of another
    ///     resolution than the camera's format usually has. Else those of full range become such of limited range, unless the chosen pixel
    ///     format is one of full range.
    ///   - lost: is called for each frame that cannot be decoded: it is damaged, or refers to one that is missing.
    ///   - note: is called, with a sentence, where frames are not as granted.
    ///   - askForKey: asks the camera for a frame with which decoding can begin.
    /// - Returns: what makes the encoder's frames.
    /// - Throws: ``CaptureError`` `.unsupported` where the camera's format is not known.
    static func make(
        mode: CaptureMode,
        offered: [PixelFormat],
        keepsSamples: Bool = false,
        lost: @escaping (Loss) -> Void = { _ in },
        note: @escaping (String) -> Void = { _ in },
        askForKey: @escaping () -> Void = {}
    ) throws -> EncoderFrames {
        guard let format = CameraFormat(mode.format), let native = PixelFormat(named: format.pixelFormat) else {
            throw CaptureError(.unsupported, "frames in \(mode.format) cannot be encoded")
        }
        let pixelFormat = native.leastLossy(of: offered) ?? native
        let keepsRange = keepsSamples && native.isFullRangeByName
        let colour = keepsRange ? mode.colour : mode.colour.converted(from: native, to: pixelFormat)
        if let codec = format.stream {
            let decoder = try StreamDecoder.make(codec, size: mode.size, askForKey: askForKey, note: note) {
                lost($0.loss(.undecodable))
            }
            let frames = EncoderFrames(mode, pixelFormat, colour, .stream(decoder), note, lost)
            if keepsSamples { frames.offered = offered }
            return frames
        }
        guard let codec = format.codec else {
            return EncoderFrames(mode, pixelFormat, colour, .raw(native), note, lost)
        }
        let parameters = try CodecParameters.frames(
            codec: codec,
            width: mode.size.width,
            height: mode.size.height,
            pixelFormat: nil
        )
        let decoder = try Decoder(parameters, timeBase: TimeBase.microseconds)
        let frames = EncoderFrames(mode, pixelFormat, colour, .images(decoder), keepsRange: keepsRange, note, lost)
        if keepsSamples { frames.offered = offered }
        return frames
    }

    private init(
        _ mode: CaptureMode,
        _ pixelFormat: PixelFormat,
        _ colour: ColourDescription,
        _ source: consuming Source,
        keepsRange: Bool = false,
        _ note: @escaping (String) -> Void,
        _ lost: @escaping (Loss) -> Void
    ) {
        self.keepsRange = keepsRange
        self.note = note
        self.lost = lost
        size = mode.size
        sizes = DeliveredSizes(granted: mode.size)
        isInterlaced = mode.fields.order != nil
        self.pixelFormat = pixelFormat
        self.colour = colour
        self.source = source
    }

    /// Whether each frame can be decoded by itself. Else all must be taken, in order, and may come later.
    var areIndependent: Bool {
        switch source {
        case .stream: false
        default: true
        }
    }

    /// Gives the frames that the encoder takes: that of this packet, or those that are ready by now.
    ///
    /// - Parameters:
    ///   - frame: the camera's.
    ///   - time: when it is shown, in the caller's unit.
    ///   - body: gets each frame, and what was said of it when its packet came.
    /// - Throws: what the body throws, and what keeps all frames from being converted. A frame that cannot be decoded is lost, and ends
    ///   nothing.
    func take(
        _ frame: borrowing QueuedFrame,
        at time: Int64 = 0,
        _ body: (consuming Frame, StreamDecoder.Place) throws -> Void
    ) throws {
        let place = StreamDecoder.Place(facts: frame.facts, time: time)
        switch source {
        case .raw(let format):
            let stored = try Frame.video(in: frame.packet, format, width: size.width, height: size.height)
            if let split = try stored.splitChroma() {
                try body(try converted(split), place)
            } else {
                try body(try converted(stored), place)
            }
        case .images(let decoder):
            let image = try Frame()
            guard Self.decode(frame.packet, into: image, decoder) else { return lost(frame.facts.loss(.flagged)) }
            try give(image, place, body)
        case .stream(let decoder):
            try decoder.take(frame, at: time) { decoded, place in
                adopt(decoded)
                try give(decoded, place, body)
            }
        }
    }

    /// Gives the frames that were held back.
    func finish(_ body: (consuming Frame, StreamDecoder.Place) throws -> Void) throws {
        switch source {
        case .stream(let decoder): try decoder.finish { decoded, place in try give(decoded, place, body) }
        default: break
        }
    }

    /// Decodes an image; `false` where it is none, and the decoder is ready for the next one.
    private static func decode(
        _ packet: borrowing Packet,
        into image: borrowing Frame,
        _ decoder: borrowing Decoder
    ) -> Bool {
        if (try? decoder.send(packet)) == true, (try? decoder.receive(into: image)) == .produced { return true }
        decoder.flush()
        return false
    }

    /// Gives a decoded frame that has all pixels of the camera's mode, and no others. A damaged one may say that it is smaller, and a camera
    /// may grant another size than it delivers; who reads it relies on the mode. A whole one may be larger, by part of a block.
    private func give(
        _ frame: consuming Frame,
        _ place: StreamDecoder.Place,
        _ body: (consuming Frame, StreamDecoder.Place) throws -> Void
    ) throws {
        let coded = FrameSize(width: frame.width, height: frame.height)
        guard size.isMet(by: coded) else {
            if let complaint = sizes.complaint(of: coded) { note(complaint) }
            return lost(place.facts.loss(.flagged))
        }
        adoptLayout(of: frame)
        try body(try converted(frame), place)
    }

    /// Chooses the pixel format by the first frame, so that no chroma is made up or lost.
    private func adoptLayout(of frame: borrowing Frame) {
        guard let format = frame.pixelFormat else { return }
        if !offered.isEmpty {
            pixelFormat = format.leastLossy(of: offered) ?? pixelFormat
            (offered, layout) = ([], format)
        } else if let first = layout, format != first {
            layout = nil
            note("frames come as \(format.name), and the first one came as \(first.name): they are converted to that")
        }
    }

    /// Takes over what a stream says of its colours.
    private func adopt(_ frame: borrowing Frame) {
        guard let format = frame.pixelFormat else { return }
        var said = frame.colour
        if format.name.hasPrefix("yuvj") { said.range = "pc" }
        said = said.converted(from: format, to: pixelFormat)
        colour.range = said.range ?? colour.range
        colour.primaries = said.primaries ?? colour.primaries
        colour.transfer = said.transfer ?? colour.transfer
        colour.matrix = said.matrix ?? colour.matrix
    }

    private func converted(_ frame: consuming Frame) throws -> Frame {
        guard let format = frame.pixelFormat, format != pixelFormat else { return frame }
        let shape = Shape(width: frame.width, height: frame.height, format: format)
        if shape != self.shape {
            converter = try FilterGraph(
                conversion(from: format),
                input: .video(
                    width: shape.width,
                    height: shape.height,
                    pixelFormat: format,
                    timeBase: timeBase,
                    sampleAspectRatio: nil
                )
            )
            self.shape = shape
        }
        let output = try Frame()
        frame.pts = 0
        try converter?.send(frame)
        guard try converter?.receive(into: output) == .produced else {
            throw CaptureError(.codec, "a frame from the camera cannot be converted")
        }
        return output
    }

    /// The filters for it. Left to itself libswscale makes limited range of formats whose names say that theirs is full.
    private func conversion(from format: PixelFormat) -> String {
        let ranges = keepsRange && format.isFullRangeByName ? ["in_range=full:out_range=full"] : []
        let options = ranges + (isInterlaced ? ["interl=1"] : [])
        return (options.isEmpty ? "" : "scale=\(options.joined(separator: ":")),") + "format=\(pixelFormat.name)"
    }
}
