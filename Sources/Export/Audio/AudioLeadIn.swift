internal import MediaTime

/// How much of a track's audio is decoded before a range, so that what is decoded of the range is right.
///
/// It is decoded and thrown away, so that more than enough costs little. Where audio is copied, ``AudioPreroll`` says exactly how
/// much has to be stored, and hidden.
enum AudioLeadIn: Hashable, Sendable {
    /// This much.
    case time(RationalTime)
    /// All that is before the range. The decoder carries its state from packet to packet, and no packet says it anew.
    case everything

    init(_ track: MediaTrack) {
        let isPCM = track.codec.hasPrefix("pcm_")
        // Without timestamps, a part of such a packet as a decoder begins with cannot be told from a whole one.
        let isCounted = track.storesAudioTimes || isPCM || Self.saysState.contains(track.codec)
        // Frames of TrueHD are shorter than a millisecond: where a clock counts no more, it does not say which one a range begins in.
        let isRounded = ["mlp", "truehd"].contains(track.codec) && track.isOfMatroska
        if Self.carriesState(track.codec) || !isCounted || isRounded {
            self = .everything
        } else {
            self = .time(isPCM && track.isDividedByContainer ? RationalTime(1, 10) : RationalTime(1, 1))
        }
    }

    /// Where decoding begins for a range that begins at `start`. Both are asset times. At the beginning of a clip, too, there may be packets
    /// before the range: those that an edit list hides, as the first one of AAC, without which the next one is silent.
    ///
    /// - Throws: `TimeOverflow` where the difference cannot be expressed.
    func start(of start: RationalTime) throws -> RationalTime {
        switch self {
        case .time(let time): try start - time
        case .everything: min(start, Self.beginning)
        }
    }

    /// Before any packet: 34 years before the clip begins.
    private static let beginning = RationalTime(-1 << 30, 1)

    /// How long the blocks are into which a reversed range is divided. Each has a lead-in of its own.
    var reversedBlock: RationalTime {
        switch self {
        case .time: RationalTime(2, 1)
        case .everything: RationalTime(60, 1)
        }
    }

    /// ADPCM of which the header of each block says the last sample and the step.
    private static let saysState = ["adpcm_ms", "adpcm_ima_wav", "adpcm_swf"]

    /// Codecs of speech, whose decoders repeat what they gave before, so that a difference need not die away.
    private static let speech = [
        "acelp.kelvin", "amr_nb", "amr_wb", "codec2", "dss_sp", "evrc", "g723_1", "g729", "gsm", "gsm_ms", "qcelp",
        "ra_144", "ra_288", "sipr", "speex", "truespeech", "wmavoice",
    ]

    /// Codecs in which a packet counts on from the last sample before it, and PCM of DVDs, of which a packet may end within a group
    /// of samples.
    private static let continued = ["aptx", "aptx_hd", "dfpwm", "mace3", "mace6", "pcm_dvd", "shorten"]

    /// Whether a decoder has to begin at the beginning.
    ///
    /// A second is enough for all others: Opus comes to the same state within 80 ms (RFC 7845, 4.6), MPEG audio keeps data in up to
    /// nine packets before, of 72 ms at most, AAC sends the header of its spectral band replication about twice a second, and
    /// TrueHD's decoder begins at a packet in 128.
    private static func carriesState(_ codec: String) -> Bool {
        let isDifferential = codec.hasPrefix("adpcm_") || codec.hasSuffix("_dpcm")
        return isDifferential && !saysState.contains(codec) || speech.contains(codec) || continued.contains(codec)
    }
}
