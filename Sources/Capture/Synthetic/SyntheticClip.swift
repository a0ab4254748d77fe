internal import FFmpeg
internal import Files
internal import MediaTime
public import SceneRendering

/// A recording of a `SyntheticScene`: H.264 and AAC in MP4, with the capture rate in its metadata as phones write it.
public struct SyntheticClip: Sendable {
    /// What is filmed.
    public let scene: SyntheticScene
    /// How many frames.
    public let frameCount: Int64

    /// A recording of a number of frames.
    ///
    /// - Precondition: There is a frame.
    public init(scene: SyntheticScene, frameCount: Int64) {
        precondition(frameCount > 0, "a recording has a frame")
        self.scene = scene
        self.frameCount = frameCount
    }

    /// Checks that a recording can be written, before any work is done. Its folder need not be there.
    ///
    /// - Parameters:
    ///   - path: Where it is to be written.
    ///   - overwriting: Whether a file that is there is replaced.
    /// - Throws: ``CaptureError``: `.outputExists`, `.outputNotCreated` or `.outputNotPermitted`.
    public static func check(_ path: String, overwriting: Bool = false) throws(CaptureError) {
        do {
            try ParentDirectory.check(for: path)
            try OutputFile.check(path, inputs: [], overwrites: overwriting)
        } catch {
            throw CaptureError(error)
        }
    }

    /// Writes the recording. It appears under its name when it is whole, and only then. Its folder is made where it is not there.
    ///
    /// A file that is there is replaced only when `overwriting`. `shouldContinue` is called before each frame with how
    /// many there are; `false` gives the recording up.
    ///
    /// - Throws: ``CaptureError`` of any code.
    public func write(
        to path: String,
        overwriting: Bool = false,
        shouldContinue: (Int64) -> Bool = { _ in true }
    ) throws(CaptureError) {
        do {
            let made = try ParentDirectory.make(for: path)
            do {
                let file = try OutputFile.create(path: path, overwrites: overwriting)
                try write(to: file.writingPath, named: path, shouldContinue)
                try file.commit()
            } catch {
                ParentDirectory.remove(made)
                throw error
            }
        } catch let error as OutputFileError {
            throw CaptureError(error)
        } catch let error as FFmpegError {
            throw CaptureError(error)
        } catch let error as CaptureError {
            throw error
        } catch {
            throw CaptureError(.codec, "\(error)")
        }
    }

    /// Calls a body for which a recording was made, and removes the recording where the body throws.
    ///
    /// - Parameters:
    ///   - path: The recording. One that is put in its place meanwhile stays.
    ///   - body: What is made of it.
    /// - Returns: What the body returns.
    /// - Throws: What the body throws.
    public static func keeping<Result>(_ path: String, while body: () throws -> Result) rethrows -> Result {
        let made = FileAttributes(path)
        do {
            return try body()
        } catch {
            if let made { _ = FileRemoval.remove(path, expected: made) { false } }
            throw error
        }
    }

    private func write(to path: String, named name: String, _ shouldContinue: (Int64) -> Bool) throws {
        guard let format = ContainerFormat(named: "mp4") else {
            throw CaptureError(.codec, "this libavformat cannot write mp4")
        }
        let frames = try frameEncoder()
        let audio = try audioEncoder()
        let muxer = try Muxer.create(path: path, format: format, name: name)
        let frameRate = TimeBase(scene.frameRate.numerator, scene.frameRate.denominator)
        _ = try muxer.add(
            Muxer.StreamDescription(
                parameters: frames.parameters,
                timeBase: frames.timeBase,
                frameRate: frameRate,
                disposition: .defaultStream
            )
        )
        _ = try muxer.add(
            Muxer.StreamDescription(
                parameters: audio.parameters,
                timeBase: audio.timeBase,
                disposition: .defaultStream
            )
        )
        let rate = scene.frameRate.approximation
        muxer.set(metadata: [MetadataEntry(key: "com.android.capture.fps", value: "\(rate)")])
        try muxer.writeHeader(options: [MetadataEntry(key: "movflags", value: "+use_metadata_tags")])
        try film(frames, audio, into: muxer, shouldContinue)
        try muxer.finish()
    }

    /// Video and audio in step, so that the muxer need not hold either back.
    private func film(
        _ frames: borrowing Encoder,
        _ audio: borrowing Encoder,
        into muxer: borrowing Muxer,
        _ shouldContinue: (Int64) -> Bool
    ) throws {
        let packet = try Packet()
        let rate = Int32(scene.sampleRate)
        let sampleCount = try scene.frameRate.time(ofFrame: frameCount).ticks(over: rate, rounding: .nearest)
        let blockLength = Int64(audio.frameSize ?? 1024)
        var sample: Int64 = 0
        for number in 0..<frameCount {
            guard shouldContinue(number) else { throw CaptureError(.cancelled, "interrupted; nothing was written") }
            try encode(frame(number), with: frames, stream: 0, packet, into: muxer)
            let due = try scene.frameRate.time(ofFrame: number + 1).ticks(over: rate, rounding: .nearest)
            while sample < sampleCount, sample < due {
                let count = min(blockLength, sampleCount - sample)
                try encode(block(sample, Int(count)), with: audio, stream: 1, packet, into: muxer)
                sample += count
            }
        }
        try frames.sendEnd()
        try drain(frames, stream: 0, packet, into: muxer)
        try audio.sendEnd()
        try drain(audio, stream: 1, packet, into: muxer)
    }

    private func encode(
        _ frame: consuming Frame,
        with encoder: borrowing Encoder,
        stream: Int,
        _ packet: borrowing Packet,
        into muxer: borrowing Muxer
    ) throws {
        while try !encoder.send(frame) { try drain(encoder, stream: stream, packet, into: muxer) }
        try drain(encoder, stream: stream, packet, into: muxer)
    }

    private func drain(
        _ encoder: borrowing Encoder,
        stream: Int,
        _ packet: borrowing Packet,
        into muxer: borrowing Muxer
    ) throws {
        while try encoder.receive(into: packet) == .produced {
            packet.streamIndex = stream
            if stream == 0 { packet.duration = 1 }
            packet.rescale(from: encoder.timeBase, to: muxer.timeBase(ofStream: stream))
            try muxer.write(packet)
        }
    }

    private func frame(_ number: Int64) throws -> Frame {
        guard let format = PixelFormat(named: "yuv420p") else {
            throw CaptureError(.codec, "this libavutil does not know yuv420p")
        }
        let frame = try Frame.video(format, width: scene.width, height: scene.height)
        for plane in FramePlane.allCases {
            let stride = frame.stride(ofPlane: plane.rawValue)
            frame.withMutablePlane(plane.rawValue) { scene.render(frame: number, plane, into: &$0, stride: stride) }
        }
        frame.pts = number
        return frame
    }

    private func block(_ start: Int64, _ count: Int) throws -> Frame {
        let frame = try Frame.audio(
            sampleCount: count,
            sampleRate: scene.sampleRate,
            channelLayout: ChannelLayout(channelCount: scene.channels)
        )
        for channel in 0..<scene.channels {
            frame.withMutableChannel(channel) { scene.render(samplesFrom: start, channel: channel, into: &$0) }
        }
        frame.pts = start
        return frame
    }

    private func frameEncoder() throws -> Encoder {
        guard let format = PixelFormat(named: "yuv420p") else {
            throw CaptureError(.codec, "this libavutil does not know yuv420p")
        }
        return try Encoder(
            VideoEncoderSettings(
                encoder: "libx264",
                width: scene.width,
                height: scene.height,
                pixelFormat: format,
                timeBase: TimeBase(scene.frameRate.denominator, scene.frameRate.numerator),
                frameRate: TimeBase(scene.frameRate.numerator, scene.frameRate.denominator),
                colour: .bt709Limited,
                options: [MetadataEntry(key: "preset", value: "veryfast"), MetadataEntry(key: "crf", value: "20")],
                needsGlobalHeader: true
            )
        )
    }

    private func audioEncoder() throws -> Encoder {
        try Encoder(
            AudioEncoderSettings(
                encoder: "aac",
                sampleRate: scene.sampleRate,
                channelLayout: ChannelLayout(channelCount: scene.channels),
                bitRate: 96_000 * Int64(scene.channels),
                needsGlobalHeader: true
            )
        )
    }
}
