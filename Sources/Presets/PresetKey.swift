/// What a preset can say: the command's options by their own names.
enum PresetKey: String, CaseIterable {
    case summary
    case rate
    case conform
    case trim
    case edits
    case frameRate = "frame-rate"
    case pitch
    case muteReversed = "mute-reversed"
    case videoCodec = "video-codec"
    case quality
    case encoderPreset = "encoder-preset"
    case audioCodec = "audio-codec"
}
