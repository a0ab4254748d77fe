internal import FFmpeg
internal import MediaSyntax
internal import MediaTime

/// What a track of a finished file must hold.
struct ExpectedTrack: Sendable {
    let plan: TrackPlan
    /// What it presents, by the plan and the source.
    let presentation: Presentation
    /// How many packets the muxer was given.
    let packets: Int64
    /// What the muxer was told of the codec.
    let parameters: CodecParameters

    /// What errors call it.
    var name: String { "track \(plan.source.index) (\(plan.source.kind.rawValue))" }

    /// Whether it is a track of video or audio with something in it. Some muxers leave out empty tracks.
    var isPresent: Bool { packets > 0 && (plan.source.kind == .video || plan.source.kind == .audio) }

    var isCopy: Bool { if case .copy = plan.treatment { true } else { false } }

    /// Whether the instants of all packets are known as they were written.
    var knowsInstants: Bool { isCopy || plan.stitching != nil }

    /// How its packets, in a container that stores units by their lengths, say where decoding can begin; `nil` for codecs whose
    /// packets are not read.
    var syntax: FrameSyntax? {
        guard let syntax = FrameSyntax(parameters) else { return nil }
        guard case .units(let units) = syntax, units.framing == .startCodes else { return syntax }
        return .units(NALUnits(units.codec, .lengths(size: 4)))
    }

    /// Whether every packet that the muxer is given becomes one in the file. Muxers join or split those of other codecs.
    var keepsPackets: Bool {
        guard plan.source.kind == .audio else { return true }
        return ["aac", "mp3", "opus", "flac", "alac", "vorbis", "ac3"].contains(parameters.codecName)
    }

    /// Encoders of audio fill their last frame: its end may be later by so much. Copied audio that is cut ends where it is cut.
    var padding: RationalTime {
        if isCopy, plan.segments.first?.source != plan.source.range { return .zero }
        guard plan.source.kind == .audio, parameters.sampleRate > 0 else { return .zero }
        return RationalTime(8192, Int32(parameters.sampleRate))
    }
}
