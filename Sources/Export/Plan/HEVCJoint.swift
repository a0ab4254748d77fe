internal import FFmpeg
internal import MediaFormats
internal import MediaSyntax

/// How frames of HEVC are encoded that stand in a track beside copied ones. x265 numbers its sets 0: they are renumbered, and
/// with them its frames.
struct HEVCJoint: JointEncoding {
    let units: NALUnits
    /// Profile, tier and level of the source's frames, as its set has them.
    private let profile: [UInt8]

    /// How frames are encoded beside a source's; `nil` where its sets cannot be read, or have the number that the encoder's get.
    init?(headers: [UInt8], units: NALUnits) {
        let all = units.codec.configuration(headers)?.units ?? NALUnits(.hevc, .startCodes).units(of: headers[...])
        let sets = all.compactMap { ParameterSet($0, codec: .hevc) }
        guard let sequence = sets.first(where: { $0.kind == .sequence }),
            let profile = HEVCSetNumber.profile(ofSequenceSet: sequence.unit[...]),
            !sets.contains(where: { $0.id == HEVCSetNumber.other })
        else { return nil }
        (self.units, self.profile) = (units, profile)
    }

    /// Whether frames refer to no others, by the profile (H.265, 7.3.3: `general_intra_constraint_flag`).
    private var isIntraOnly: Bool { profile[0] & 0x1F >= 4 && profile[6] & 0x20 != 0 }

    var options: [MetadataItem] {
        let parameters = [
            // x265 prints its banner past libav's log.
            "log-level=error", "info=0", "repeat-headers=0", "hrd=0",
            // What comes before a joint is shown before it, and few frames are kept.
            "bframes=0", "ref=1", isIntraOnly ? "keyint=1" : "open-gop=0",
        ]
        return [MetadataItem(key: "x265-params", value: parameters.joined(separator: ":"))]
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

    /// libavcodec's x265 writes no captions.
    func packet(_ payload: [UInt8], captions: [UInt8], information: [UInt8]?) -> [UInt8]? {
        var renumbered: [[UInt8]] = []
        var captions = ClosedCaptions.hevcUnit(captions)
        for unit in NALUnits(.hevc, .startCodes).units(of: payload[...]) {
            guard let first = unit.first, let unit = HEVCSetNumber.renumbered(unit) else { return nil }
            if HEVCUnitType(rawValue: first >> 1).isSlice, let whole = captions.take() { renumbered.append(whole) }
            renumbered.append(unit)
        }
        return units.payload(of: renumbered.map { $0[...] }).map { units.inserting(information, inFrontOf: $0) }
    }
}
