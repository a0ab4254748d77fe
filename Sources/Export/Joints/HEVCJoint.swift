internal import MediaFormats
internal import MediaSyntax

/// How frames of HEVC are encoded that stand in a track beside copied ones. x265 numbers its sets 0: they are renumbered, and
/// with them its frames.
struct HEVCJoint: JointEncoding {
    let units: NALUnits
    /// Profile, tier and level of the source's frames, as its set has them.
    private let profile: [UInt8]
    /// Of the frames, in samples.
    private let (width, height): (Int, Int)

    /// The quantiser of all frames but key frames. Frames of strong noise differ from the source's by 44 dB at it.
    static let quantiser = 15

    /// How frames are encoded beside a source's; `nil` where its sets cannot be read, or have the number that the encoder's get.
    init?(headers: [UInt8], units: NALUnits, width: Int, height: Int) {
        let sets = units.codec.units(inHeaders: headers).compactMap { ParameterSet($0, codec: .hevc) }
        guard let sequence = sets.first(where: { $0.kind == .sequence }),
            let profile = HEVCSetNumber.profile(ofSequenceSet: sequence.unit[...]),
            !sets.contains(where: { $0.id == HEVCSetNumber.other })
        else { return nil }
        (self.units, self.profile) = (units, profile)
        (self.width, self.height) = (width, height)
    }

    /// Whether frames refer to no others, by the profile (H.265, 7.3.3: `general_intra_constraint_flag`).
    private var isIntraOnly: Bool { profile[0] & 0x1F >= 4 && profile[6] & 0x20 != 0 }

    var options: [MetadataItem] {
        let parameters = [
            // x265 prints its banner past libav's log.
            "log-level=error", "info=0", "repeat-headers=0", "hrd=0",
            // What comes before a joint is shown before it, and few frames are kept.
            "bframes=0", "ref=1", isIntraOnly ? "keyint=1" : "open-gop=0",
            // The same quantiser, whatever frames show, so that none differs more than others. Key frames are quantised coarser by 2,
            // because at the same one they would be finer by 2.7 dB: what is not foretold from other frames is rounded less to 0.
            "qp=\(Self.quantiser)", "ipratio=0.75",
            // So nothing is looked at beforehand.
            "rc-lookahead=0", "no-scenecut=1", "no-weightp=1",
            // In frames that refer to others no smaller blocks are looked at than the first, which saves a quarter of the time and more.
            "rd=1", "psy-rd=0", "rskip=2", "rskip-edge-threshold=100",
            // Transforms of no more samples: 8 % fewer bytes.
            "max-tu-size=16",
            blocks,
        ]
        return [MetadataItem(key: "x265-params", value: parameters.joined(separator: ":"))]
    }

    /// The sizes of the largest and the smallest blocks. All encoders of a process must have the same largest ones: those of x265's
    /// usual presets. The smallest ones are as large as they can be without frames being padded.
    private var blocks: String {
        let smallest = [32, 16].first { width % $0 == 0 && height % $0 == 0 } ?? 8
        // Of frames that are smaller than a block, libavcodec chooses the largest blocks.
        return min(width, height) < 64 ? "min-cu-size=8" : "ctu=64:min-cu-size=\(smallest)"
    }

    func headers(_ headers: [UInt8], adding encoded: [UInt8]) -> [UInt8]? {
        var sets: [[UInt8]] = []
        for unit in NALUnits(.hevc, .startCodes).units(of: encoded[...]) {
            guard ParameterSetName(unit, codec: .hevc) != nil else { continue }
            guard let stated = HEVCSetNumber.stating(profile: profile, in: unit),
                let set = HEVCSetNumber.renumbered(stated[...])
            else { return nil }
            sets.append(set)
        }
        guard sets.count == 3 else { return nil }
        if units.framing == .startCodes { return headers + sets.flatMap { [0, 0, 0, 1] + $0 } }
        return HEVCConfiguration(record: headers[...])?.adding(sets)?.record
    }

    /// libavcodec's x265 writes neither captions nor timecodes.
    func packet(_ payload: [UInt8], messages: FrameMessages, information: [UInt8]?) -> [UInt8]? {
        var renumbered: [[UInt8]] = []
        var before = [ClosedCaptions.hevcUnit(messages.captions), messages.timecode?.unit].compactMap { $0 }
        for unit in NALUnits(.hevc, .startCodes).units(of: payload[...]) {
            guard let first = unit.first, let unit = HEVCSetNumber.renumbered(unit) else { return nil }
            if HEVCUnitType(rawValue: first >> 1).isSlice {
                renumbered += before
                before = []
            }
            renumbered.append(unit)
        }
        return units.payload(of: renumbered.map { $0[...] }).map { units.inserting(information, inFrontOf: $0) }
    }
}
