internal import Capture
internal import FFmpeg
internal import MediaTime

/// The video track on its way into a clip.
final class VideoTrack: ClipTrack {
    private let frames: Clip.Frames
    private let encoder: Encoder

    init(_ frames: Clip.Frames, isHeaderGlobal: Bool) throws {
        var frames = frames
        if frames.codec == .mjpeg {
            // JPEG has full range only.
            frames.pixelFormat = "yuvj420p"
            frames.colour.range = "pc"
        }
        self.frames = frames
        let group = MetadataEntry(key: "g", value: String(frames.keyInterval))
        encoder = try Encoder(
            VideoEncoderSettings(
                encoder: frames.codec.rawValue,
                width: frames.width,
                height: frames.height,
                pixelFormat: try frames.format,
                timeBase: frames.timeBase,
                frameRate: frames.statedRate,
                colour: frames.colour,
                options: frames.codec.options(
                    bFrames: frames.bFrames,
                    repeatsHeaders: frames.repeatsHeaders,
                    isRefreshed: frames.isRefreshed,
                    own: frames.encoderOptions
                ) + (frames.codec.hasGroups ? [group] : []),
                needsGlobalHeader: isHeaderGlobal
            )
        )
    }

    var description: Muxer.StreamDescription {
        Muxer.StreamDescription(
            parameters: encoder.parameters,
            timeBase: encoder.timeBase,
            frameRate: frames.statedRate,
            sampleAspectRatio: frames.sampleAspectRatio,
            metadata: [("language", frames.language), ("title", frames.title)].compactMap { key, value in
                value.map { MetadataEntry(key: key, value: $0) }
            },
            disposition: .defaultStream,
            sideData: frames.sideData
        )
    }

    func write(_ sink: (borrowing Packet, TimeBase) throws -> Void) throws {
        let packet = try Packet()
        func deliver(_ packet: borrowing Packet) throws {
            packet.duration = packet.pts.flatMap { frames.duration(at: $0) } ?? 0
            try sink(packet, encoder.timeBase)
        }
        for number in 0..<frames.count {
            try encoder.encode(try frame(number), into: packet, deliver)
        }
        try encoder.finish(into: packet, deliver)
    }

    private func frame(_ number: Int) throws -> Frame {
        let frame = try DrawnFrames.frame(number, of: frames)
        frame.pts = frames.timestamps[number]
        guard try frames.format != .planar420 else { return frame }
        return try converted(frame)
    }

    private func converted(_ frame: borrowing Frame) throws -> Frame {
        let filter = try FrameFilter(
            "format=\(frames.pixelFormat)",
            input: .video(
                width: frames.width,
                height: frames.height,
                pixelFormat: .planar420,
                timeBase: encoder.timeBase,
                sampleAspectRatio: nil
            )
        )
        return try filter.apply(to: frame)
    }
}

extension Clip.Frames {
    fileprivate var format: PixelFormat {
        get throws {
            guard let format = PixelFormat(named: pixelFormat) else { throw ClipError("there is no \(pixelFormat)") }
            return format
        }
    }

    fileprivate var timeBase: TimeBase {
        switch timing {
        case .constant: TimeBase(frameRate.denominator, frameRate.numerator)
        case .ticks(_, of: let unit, lastDuration: _): unit
        }
    }

    /// The frame rate that the file states; `nil` where it is not constant.
    fileprivate var statedRate: TimeBase? {
        if case .constant = timing { TimeBase(frameRate.numerator, frameRate.denominator) } else { nil }
    }

    /// In ticks of ``timeBase``.
    fileprivate var timestamps: [Int64] {
        switch timing {
        case .constant(let first): (0..<Int64(count)).map { $0 + first }
        case .ticks(let ticks, of: _, lastDuration: _): ticks
        }
    }

    fileprivate func duration(at timestamp: Int64) -> Int64? {
        switch timing {
        case .constant: return 1
        case .ticks(let ticks, of: _, lastDuration: let last):
            guard let index = ticks.firstIndex(of: timestamp) else { return nil }
            return index + 1 < ticks.count ? ticks[index + 1] - timestamp : last
        }
    }
}
