internal import Capture
internal import MediaTime

extension RecordingPreset {
    /// Reads the section `record`.
    ///
    /// - Throws: ``PresetError``, code `.malformed`, with file, line and key.
    init(_ section: PresetEntry<PresetKey>, _ reader: PresetReader) throws(PresetError) {
        self.init()
        let outside = PresetKey.allCases.map(\.rawValue)
        for entry in try reader.entries(in: section, RecordingPresetKey.self, elsewhere: outside, "beside 'record:'") {
            try read(entry, with: reader)
        }
        if trigger != nil || makesSegments == true, preRoll == nil { preRoll = .zero }
    }

    private mutating func read(
        _ entry: PresetEntry<RecordingPresetKey>,
        with reader: PresetReader
    ) throws(PresetError) {
        switch entry.key {
        case .frameRate: preferences.frameRate = try reader.value(entry, FrameRate.init(parsing:))
        case .size: preferences.size = try reader.value(entry, FrameSize.init(parsing:))
        case .minimumSize: preferences.minimumSize = try reader.value(entry, FrameSize.init(parsing:))
        case .format: preferences.format = try reader.value(entry, FourCharacterCode.init(parsing:))
        case .shutter: shutter = try reader.value(entry, LockRequest.shutter(parsing:))
        case .videoCodec: coding = try reader.choice(entry, FrameCoding.init(rawValue:))
        case .disposable: disposable = try reader.value(entry, RecordingSettings.disposable(parsing:))
        case .quality: quality = try reader.number(entry)
        case .rotate: rotation = try reader.value(entry, FrameRotation.init(parsing:))
        case .mirror: isMirrored = try reader.flag(entry)
        case .audio: microphone = MicrophoneRequest(parsing: try reader.text(entry))
        case .maxDuration: duration = try reader.value(entry, RecordingSettings.duration(parsing:))
        case .preRoll: preRoll = try reader.value(entry, RecordingSettings.duration(parsing:))
        case .trigger: trigger = try reader.value(entry, RecordingTrigger.init(parsing:))
        case .segments: makesSegments = try reader.flag(entry)
        }
    }
}
