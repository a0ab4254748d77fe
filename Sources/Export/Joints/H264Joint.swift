internal import MediaFormats
internal import MediaSyntax

/// How frames of H.264 are encoded that stand in a track beside copied ones. x264 numbers its sets as it is told.
struct H264Joint: JointEncoding {
    /// The number of the encoder's parameter sets.
    let setNumber: UInt32
    /// How the source's frames are coded.
    let coding: H264Coding
    /// How the source's packets are divided into units.
    let units: NALUnits
    /// Whether frames of the source are left out that others may refer to.
    let allowsGaps: Bool
    /// Whether frames have as much chroma as luma (4:4:4).
    let hasFullChroma: Bool
    /// By how many frames the source's order of decoding and of presentation differ at most.
    let reorderDepth: Int
    /// The profiles of which x264 makes frames, or of one that is a part of them.
    static let profiles: Set<UInt8> = [66, 77, 88, 100, 110, 122, 244]
    /// The highest number that a sequence parameter set can have (H.264, 7.4.2.1.1).
    private static let highestNumber: UInt32 = 31

    /// How frames are encoded beside a source's, coded so, whose own parameter sets have these numbers; `nil` where no number is
    /// left.
    init?(
        _ coding: H264Coding,
        without taken: Set<UInt32>,
        units: NALUnits,
        allowsGaps: Bool,
        hasFullChroma: Bool,
        reorderDepth: Int
    ) {
        guard let number = (0...Self.highestNumber).last(where: { !taken.contains($0) }) else { return nil }
        (setNumber, self.coding, self.units, self.allowsGaps) = (number, coding, units, allowsGaps)
        (self.hasFullChroma, self.reorderDepth) = (hasFullChroma, reorderDepth)
    }

    var options: [MetadataItem] {
        let parameters = [
            // Headers do not depend on the frames, and have this number.
            "stitchable=1", "sps-id=\(setNumber)",
            // Without frames that are decoded in another order, what comes before a joint is shown before it.
            "bframes=0", "ref=1",
            // What has few quantisation steps is coded so in two thirds of the time, whatever the source's frames are: each picture parameter
            // set says it for its own frames (H.264, 7.4.2.2), and every profile has it.
            "cabac=0",
            // Each picture says how it is shown where the source's do: in the message in which timecodes stand.
            "pic-struct=\(coding.statesStructure ? 1 : 0)",
            "level=\(coding.head[2])", coding.isIntraOnly ? "keyint=1" : "open-gop=0",
            // Only sets of the profile High and beyond can be given the source's.
            "8x8dct=\(coding.statesFormat ? 1 : 0)",
            // All of a frame is quantised as its quality says, whatever it shows, so that no frame differs more than others.
            "qcomp=1", "aq-mode=0",
            // Else x264 quantises full chroma coarser than luma, by 6.
            "chroma-qp-offset=\(hasFullChroma ? -6 : 0)",
        ]
        return [
            MetadataItem(key: "profile", value: profileName),
            MetadataItem(key: "x264-params", value: parameters.joined(separator: ":")),
        ]
    }

    /// x264's name of the least profile that has what the source's has.
    private var profileName: String {
        switch coding.profile {
        case 66: "baseline"
        case 77, 88: "main"
        case 100: "high"
        case 110: "high10"
        case 122: "high422"
        default: "high444"
        }
    }

    func headers(_ headers: [UInt8], adding encoded: [UInt8]) -> [UInt8]? {
        let sets = NALUnits(.h264, .startCodes).units(of: encoded[...])
            .compactMap { ParameterSet($0, codec: .h264) }
        guard sets.count == 2, let sequence = sets.first(where: { $0.kind == .sequence }),
            let picture = sets.first(where: { $0.kind == .picture }), sequence.id == setNumber, picture.id == setNumber,
            !coding.statesStructure || FrameTimecode.canStamp(sequenceSet: sequence.unit[...]),
            // libavcodec drops frames behind a joint at which it has to hold back more of them than before it. Where the most that
            // are held differ, a decoder drops those in front of the joint that it has not shown yet (H.264, C.4.4).
            let stated = withSourceProfile(sequence.unit).map({
                H264Coding.reordering($0, by: reorderDepth, holding: coding.heldFrames)
            })
        else { return nil }
        let headers = allowsGaps ? H264Restart.allowingGaps(inHeaders: headers) : headers
        if units.framing == .startCodes {
            return headers + [0, 0, 0, 1] + stated + [0, 0, 0, 1] + picture.unit
        }
        return AVCConfiguration(record: headers[...])?.adding(sequenceSet: stated, pictureSet: picture.unit)?.record
    }

    /// A sequence parameter set with the source's profile, constraints and level. It says the same otherwise where both profiles'
    /// sets are laid out alike.
    private func withSourceProfile(_ unit: [UInt8]) -> [UInt8]? {
        guard unit.count > 4, H264Coding.statesFormat(profile: unit[1]) == coding.statesFormat else { return nil }
        // A zero in place of a byte behind two others may need a byte between them, which these three never are.
        let changed = [unit[0]] + coding.head + unit[4...]
        return EmulationPrevention.removed(from: changed[...]).count
            == EmulationPrevention.removed(from: unit[...]).count ? changed : nil
    }

    /// libavcodec's x264 has written the captions, and x264 a message for the timecode.
    func packet(_ payload: [UInt8], messages: FrameMessages, information: [UInt8]?) -> [UInt8]? {
        var encoded = NALUnits(.h264, .startCodes).units(of: payload[...])
        if coding.statesStructure, let timecode = messages.timecode {
            encoded = encoded.map { timecode.stamping($0)[...] }
        }
        return units.payload(of: encoded)
            .map { units.inserting(information, inFrontOf: $0) }
    }
}
