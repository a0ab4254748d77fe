import MediaTime

@testable import Export

extension MediaTrack {
    /// A track of frames that no file has.
    static func frames(
        index: Int = 0,
        codec: String = "h264",
        timescale: Int32,
        range: TimeRange? = nil,
        rate: FrameRate? = nil,
        isConstant: Bool = false
    ) -> MediaTrack {
        MediaTrack(
            index: index,
            kind: .video,
            codec: codec,
            profile: nil,
            fourCC: nil,
            container: "mov,mp4,m4a,3gp,3g2,mj2",
            language: nil,
            timescale: timescale,
            tickNumerator: 1,
            range: range,
            frameCount: nil,
            video: VideoFormat(
                width: 320,
                height: 180,
                rotation: 0,
                orientation: .upright,
                pixelAspect: nil,
                pixelFormat: "yuv420p",
                bitDepth: 8,
                colour: VideoFormat.Colour(range: "tv", primaries: nil, transfer: nil, matrix: nil),
                claimedFrameRate: rate,
                claimsConstantRate: isConstant,
                reorderDepth: 2
            ),
            audio: nil,
            metadata: []
        )
    }

    /// A track of anything else that no file has.
    static func made(
        _ kind: Kind,
        index: Int,
        codec: String,
        fourCC: String? = nil,
        timescale: Int32 = 48_000,
        range: TimeRange? = nil,
        sampleRate: Int? = nil
    ) -> MediaTrack {
        let sampleRate = sampleRate ?? Int(timescale)
        return MediaTrack(
            index: index,
            kind: kind,
            codec: codec,
            profile: nil,
            fourCC: fourCC,
            container: "mov,mp4,m4a,3gp,3g2,mj2",
            language: nil,
            timescale: timescale,
            tickNumerator: 1,
            range: range,
            frameCount: nil,
            video: nil,
            audio: kind == .audio ? AudioFormat(sampleRate: sampleRate, channels: 2, channelLayout: "stereo") : nil,
            metadata: []
        )
    }
}
