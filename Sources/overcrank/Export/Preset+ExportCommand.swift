internal import MediaFormats
internal import Presets

extension Preset {
    /// What a command line asks for: its own options over the last preset that it names, that one over the one before it.
    ///
    /// - Parameters:
    ///   - command: The command line.
    ///   - container: That of its output.
    /// - Throws: `PresetError`; ``Failure`` for a preset that only says how to record.
    init(_ command: ExportCommand, for container: Container) throws {
        self = try command.presets.reversed().reduce(Preset(options: command)) { line, name in
            let preset = try PresetLibrary.own.entry(name).preset()
            if preset.isForRecordingOnly {
                throw Failure(
                    status: .usage,
                    message: "the preset '\(name)' says how to record, and nothing of how to export",
                    hint: "overcrank record -o clip.mp4 --preset \(ArgumentText.path(name))"
                )
            }
            return line.filled(from: preset, for: container)
        }
    }

    /// The options alone.
    init(options command: ExportCommand) {
        self.init()
        rate = command.main.rate
        conform = command.speed.conform
        trim = command.editing.trim
        edits = command.editing.edits
        times = command.loop.times
        isBoomerang = command.loop.boomerang ? true : nil
        plays = command.moving.plays
        timing = command.main.frameRate
        pitch = command.audio.pitch
        mutesReversed = command.muting.muteReversed ? true : nil
        delivery = command.shape.delivery
        crop = command.shape.crop
        flip = command.shape.flip
        turn = command.shape.rotate
        size = command.shape.size
        fit = command.shape.fit
        deinterlacing = command.shape.deinterlace
        stabilisation = command.shape.stabilise
        inBetween = command.speed.inBetween
        filter = command.shape.filter
        zooms = command.shape.zooms
        texts = command.shape.texts
        burned = command.shape.burn
        dynamicRange = command.shape.hdr
        videoCodec = command.video.videoCodec?.codec
        quality = command.video.quality ?? command.video.videoCodec?.quality
        encoderPreset = command.video.encoderPreset
        timecode = command.start.timecode
        audioCodec = command.audio.audioCodec
    }
}
