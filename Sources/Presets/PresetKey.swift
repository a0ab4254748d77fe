/// The keys of a preset, or of a section of it.
protocol PresetKeys: CaseIterable, RawRepresentable<String> {
    /// Other names of keys, which are read but not offered.
    static var aliases: [String: Self] { get }
}

extension PresetKeys {
    static var aliases: [String: Self] { [:] }
}

/// The keys of a preset: those of an export, and a section with those of a recording.
enum PresetKey: String, PresetKeys {
    case summary
    case rate
    case conform
    case trim
    case edits
    case times = "repeat"
    case boomerang
    case frameRate = "frame-rate"
    case plays
    case inBetween = "in-between"
    case pitch
    case muteReversed = "mute-reversed"
    case purpose = "for"
    case size
    case fit
    case crop
    case rotate
    case flip
    case deinterlace
    case stabilise
    case filter
    case zoom
    case text
    case burn
    case hdr
    case videoCodec = "video-codec"
    case quality
    case encoderPreset = "encoder-preset"
    case timecode
    case audioCodec = "audio-codec"
    case record
}

/// The keys of the section `record`.
enum RecordingPresetKey: String, PresetKeys {
    case frameRate = "frame-rate"
    case size
    case minimumSize = "min-size"
    case format
    case shutter
    case videoCodec = "video-codec"
    case disposable
    case quality
    case rotate
    case mirror
    case audio
    case maxDuration = "max-duration"
    case preRoll = "pre-roll"
    case trigger
    case segments

    /// What `disposable` was called before.
    static let aliases: [String: RecordingPresetKey] = ["droppable": .disposable]
}
