internal import Presets

extension Preset {
    /// The preset that a command line names, or none, with the line's own options over it.
    init(_ command: ExportCommand) throws {
        if let name = command.preset {
            self = try PresetLibrary.own.entry(name).preset()
            if isForRecordingOnly {
                throw Failure(
                    status: .usage,
                    message: "the preset '\(name)' says how to record, and nothing of how to export",
                    hint: "overcrank record --preset \(name)"
                )
            }
        } else {
            self.init()
        }
        if let rate = command.main.rate { (self.rate, conform) = (rate, nil) }
        if let conform = command.speed.conform { (self.conform, rate) = (conform, nil) }
        if let codec = command.video.videoCodec, codec != videoCodec {
            // Scales and names are each codec's own.
            (videoCodec, quality, encoderPreset) = (codec, nil, nil)
        }
        trim = command.editing.trim ?? trim
        if !command.editing.edits.isEmpty { edits = command.editing.edits }
        timing = command.main.frameRate ?? timing
        pitch = command.audio.pitch ?? pitch
        if command.audio.muteReversed { mutesReversed = true }
        delivery = command.shape.delivery ?? delivery
        crop = command.shape.crop ?? crop
        flip = command.shape.flip ?? flip
        turn = command.shape.rotate ?? turn
        size = command.shape.size ?? size
        fit = command.shape.fit ?? fit
        deinterlacing = command.shape.deinterlace ?? deinterlacing
        filter = command.shape.filter ?? filter
        dynamicRange = command.shape.hdr ?? dynamicRange
        quality = command.video.quality ?? quality
        encoderPreset = command.video.encoderPreset ?? encoderPreset
        audioCodec = command.audio.audioCodec ?? audioCodec
    }
}
