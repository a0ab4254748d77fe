internal import Composition
internal import Export
internal import MediaFormats
internal import MediaTime
internal import TimeStretch

extension Preset {
    /// Reads a preset from YAML: one mapping. The overview of the module lists its keys.
    ///
    /// - Parameters:
    ///   - text: The YAML.
    ///   - file: What errors call it.
    /// - Throws: ``PresetError``, code `.malformed`, with file, line and key.
    public init(parsing text: String, file: String) throws(PresetError) {
        let reader = PresetReader(file: file)
        self.init()
        let inside = RecordingPresetKey.allCases.map(\.rawValue)
        for entry in try reader.entries(of: text, PresetKey.self, elsewhere: inside, "below 'record:'") {
            try read(entry, with: reader)
        }
        if rate != nil, conform != nil {
            throw reader.error(at: 1, "'rate' and 'conform' both say how fast it is played: keep one of them")
        }
    }

    private static func times(_ text: String) throws(ParseError) -> Int {
        guard let times = Int(text), (1...Edit.mostTimes).contains(times) else {
            throw ParseError(text, "it is played 1 to \(Edit.mostTimes) times")
        }
        return times
    }

    private mutating func read(_ entry: PresetEntry<PresetKey>, with reader: PresetReader) throws(PresetError) {
        switch entry.key {
        case .summary: summary = try reader.text(entry)
        case .rate: rate = try reader.value(entry, PlaybackRate.init(parsing:))
        case .conform: conform = try reader.value(entry, FrameRate.init(parsing:))
        case .trim: trim = try reader.value(entry, TimeRangeExpression.init(parsing:))
        case .edits:
            edits = try reader.values(entry, Edit.init(parsing:), example: "2s..4s@1/4")
        case .times: times = try reader.value(entry, Self.times)
        case .boomerang: isBoomerang = try reader.flag(entry)
        case .frameRate: timing = try reader.value(entry, FrameRateChoice.init(parsing:))
        case .plays: plays = try reader.value(entry, PlayCount.init(parsing:))
        case .inBetween: inBetween = try reader.choice(entry, InBetweenFrames.init(rawValue:))
        case .pitch: pitch = try reader.choice(entry, PitchAlgorithm.init(rawValue:))
        case .muteReversed: mutesReversed = try reader.flag(entry)
        case .purpose: delivery = try reader.choice(entry, Delivery.init(rawValue:))
        case .size: size = try reader.value(entry, FrameSizing.init(parsing:))
        case .fit: fit = try reader.choice(entry, FrameFit.init(rawValue:))
        case .crop: crop = try reader.value(entry, FrameCrop.init(parsing:))
        case .rotate: turn = try reader.value(entry, FrameOrientation.init(parsingTurn:))
        case .flip: flip = try reader.value(entry, FrameOrientation.init(parsingFlip:))
        case .deinterlace: deinterlacing = try reader.choice(entry, Deinterlacing.init(rawValue:))
        case .stabilise: stabilisation = try reader.choice(entry, Stabilisation.init(rawValue:))
        case .filter: filter = try reader.text(entry)
        case .zoom: zooms = try reader.values(entry, ZoomExpression.init(parsing:), example: "2s..4s@1..3")
        case .text:
            texts = try reader.values(entry, FrameText.init(parsing:), example: "Attempt 2")
        case .burn: burned = try reader.value(entry, [BurnedFact].init(parsing:))
        case .hdr: dynamicRange = try reader.choice(entry, DynamicRange.init(rawValue:))
        case .videoCodec:
            let choice = try reader.choice(entry, VideoCodecChoice.init(named:))
            (videoCodec, quality) = (choice.codec, quality ?? choice.quality)
        case .quality: quality = try reader.number(entry)
        case .encoderPreset: encoderPreset = try reader.text(entry)
        case .timecode: timecode = try reader.value(entry, Timecode.init(parsing:))
        case .audioCodec: audioCodec = try reader.choice(entry, AudioCodec.init(named:))
        case .record: recording = try RecordingPreset(entry, reader)
        }
    }
}
