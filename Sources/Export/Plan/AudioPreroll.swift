internal import MediaTime

/// How much audio a decoder has to be given before what it gives is right: packets overlap, and refer to what came before them.
struct AudioPreroll: Hashable, Sendable {
    /// The time from the beginning of a packet up to which those before it may count.
    let duration: RationalTime
    /// How long a packet usually lasts at most.
    let packet: RationalTime

    /// The pre-roll of a track; `nil` where it is not known, or where nothing short is enough.
    init?(_ track: MediaTrack) {
        guard let rate = track.audio.flatMap({ Int32(exactly: $0.sampleRate) }), rate > 0,
            let (samples, packet) = Self.samples(track.codec, track.profile)
        else { return nil }
        duration = RationalTime(samples, rate)
        self.packet = RationalTime(packet, rate)
    }

    /// Of the pre-roll and of a packet.
    private static func samples(_ codec: String, _ profile: String?) -> (preroll: Int64, packet: Int64)? {
        switch codec {
        // A packet's transform reaches into the next one (ISO/IEC 14496-3, 1.6.7: a roll distance of 1). Spectral band replication
        // and prediction go on for longer.
        case "aac": profile == "LC" ? (1024, 1024) : nil
        // 80 ms until a decoder has come to the same state (RFC 7845, 4.6), at its 48 kHz.
        case "opus": (3840, 5760)
        // A packet's data may begin up to 511 bytes earlier (ISO/IEC 11172-3, 2.4.2.7), which is nine packets of the lowest rate,
        // and the transform reaches into the next one.
        case "mp3": (10 * 1152, 1152)
        case "mp2": (1152, 1152)
        // The transform reaches into the next block of 256 samples, of which a packet has six at most.
        // Not E-AC-3: libavformat's muxer puts its packets together anew, and a part ended a quarter of a second early.
        case "ac3": (1536, 1536)
        case "flac", "alac": (0, 4608)
        case _ where codec.hasPrefix("pcm_"): (0, 4096)
        default: nil
        }
    }
}
