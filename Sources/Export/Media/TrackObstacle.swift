/// Why a track cannot be exported, or only as a copy.
public enum TrackObstacle: Hashable, Sendable, CustomStringConvertible {
    /// Its packets are encrypted.
    case encrypted
    /// libav has no name for its codec, and so neither decodes it nor carries what belongs to it. With the container's
    /// four-character code, where there is one.
    case unknownCodec(fourCC: String?)
    /// libav says what the track holds, and is wrong.
    case misread(String)
    /// It is a WebP image that moves. This libav reads only those that do not, and takes all its frames for one. With the number of frames
    /// that are there as a whole, and whether the file ends behind them.
    case movingWebP(frames: Int, isCut: Bool)
    /// This libav has no decoder for the codec. Packets can be copied.
    case noDecoder(codec: String)
    /// The container says that it belongs to another track: depth, transparency.
    case auxiliary
    /// What the container states of it cannot be: a sample rate, a duration.
    case implausible(String)
    /// Its edit list presents several parts of it. libav's index of such a track is not what is presented.
    case severalEdits
    /// Its edit list goes on behind the part that it plays with a pause, for which libav takes frames.
    case editsBehindPart
    /// Some of its samples are coded in another way than the others, and libav leaves them out. With their four-character code.
    case severalCodecs(lost: String)
    /// Its edit list hides every frame, as where it begins behind the last one.
    case hidden
    /// All of its frames are decoded at the same instant, by their timestamps: nothing says when and how long they are shown.
    case oneInstant(frames: Int64)
    /// None of its packets has a timestamp.
    case noInstants
    /// Neither the container nor its first packets say in which format its frames are, so that they cannot be decoded and encoded. Where at
    /// least their size is known, packets can be copied.
    case unknownFrames(hasSize: Bool)
    /// libav does not know whether it is video, audio or anything else.
    case unknownKind

    /// Whether packets can be copied.
    public var allowsCopying: Bool {
        switch self {
        case .noDecoder: true
        case .unknownFrames(let hasSize): hasSize
        default: false
        }
    }

    /// Whether nothing is known to be wrong with the track but that the format of its frames is not known.
    var isOfFrames: Bool { if case .unknownFrames = self { true } else { false } }

    /// Whether nothing comes out of a decoder, whatever the state of the packets.
    var hindersDecoding: Bool {
        switch self {
        case .encrypted, .unknownCodec, .misread, .movingWebP, .noDecoder, .unknownKind, .hidden: true
        case .implausible, .oneInstant, .noInstants, .unknownFrames, .auxiliary, .severalEdits, .editsBehindPart,
            .severalCodecs:
            false
        }
    }

    /// Whether the file is to blame, and not this libav.
    package var isOfFile: Bool {
        switch self {
        case .implausible, .hidden, .oneInstant, .noInstants, .unknownFrames: true
        case .encrypted, .unknownCodec, .misread, .movingWebP, .noDecoder, .auxiliary, .severalEdits, .editsBehindPart,
            .severalCodecs, .unknownKind:
            false
        }
    }

    /// In words, as an end of a sentence about the track.
    public var description: String {
        switch self {
        case .encrypted: "it is encrypted"
        case .unknownCodec(let code): "this libav does not know its codec\(code.map { " (\($0))" } ?? "")"
        case .misread(let mistake), .implausible(let mistake): mistake
        case .movingWebP(let frames, let isCut):
            "it is a moving WebP image (\(frames) \(frames == 1 ? "frame" : "frames")\(isCut ? ", and then it is cut short" : "")), "
                + "and this libav reads still ones only"
        case .auxiliary: "it belongs to another track, such as its depth or its transparency"
        case .noDecoder(let codec): "this libav has no decoder for \(codec)"
        case .severalEdits: "its edit list plays several parts of it, and not one"
        case .editsBehindPart: "its edit list has a pause behind the part that it plays, and libav shows frames there"
        case .severalCodecs(let lost):
            "a part of it is coded in another way (\(lost)) than the rest, and libav leaves that part out"
        case .hidden: "its edit list hides all of its frames"
        case .oneInstant(let frames):
            "its timestamps say that all of its \(frames) frames are decoded at the same instant"
        case .noInstants: "none of its packets has a timestamp, so that nothing says when it is played"
        case .unknownFrames(let hasSize):
            hasSize
                ? "nothing where it begins says in which format its frames are"
                : "nothing where it begins says how large its frames are"
        case .unknownKind: "libav does not know what kind of track it is"
        }
    }
}
