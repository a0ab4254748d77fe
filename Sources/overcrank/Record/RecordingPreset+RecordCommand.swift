internal import Capture
internal import Presets

extension RecordingPreset {
    /// The preset that a command line names, or none, with the line's own options over it.
    init(_ command: RecordCommand) throws {
        self.init()
        if let name = command.preset {
            guard let preset = try PresetLibrary.own.entry(name).preset().recording else {
                throw Failure(
                    status: .usage,
                    message: "the preset '\(name)' says how to export, and nothing of how to record",
                    hint: "a preset for recordings has a section 'record:'"
                )
            }
            self = preset
        }
        let video = command.video
        if let codec = video.videoCodec {
            // The scale is each codec's own.
            if codec != coding ?? .usualEncoded { quality = nil }
            coding = codec
        }
        preferences = command.format.preferences(at: command.main.rate).filled(from: preferences)
        shutter = command.camera.shutter ?? shutter
        disposable = video.disposable ?? disposable
        quality = video.quality ?? quality
        rotation = video.rotate ?? rotation
        if video.mirror { isMirrored = true }
        microphone = command.microphone.audio.map(MicrophoneRequest.init(parsing:)) ?? microphone
        duration = command.main.maxDuration ?? duration
        if case .device(let trigger) = command.triggers.trigger { self.trigger = trigger }
        if case .exit = command.triggers.trigger { trigger = nil }
        if command.triggers.segments { makesSegments = true }
        preRoll = command.triggers.preRoll ?? preRoll ?? command.triggers.earliest
    }
}

extension RecordingPreset {
    /// What is asked of a camera, whichever it is.
    func request(_ options: CameraOptions) -> CameraRequest {
        var request = CameraRequest(device: nil)
        request.preferences = preferences
        request.input = options.input
        request.shutter = shutter
        request.converts = options.convert
        return request
    }

    /// How the recording is to be made, as far as it is said.
    func apply(to settings: inout RecordingSettings) {
        if let preRoll {
            settings.start = .triggered(preRoll: preRoll, trigger: trigger, segments: makesSegments ?? false)
        }
        settings.coding = coding
        settings.disposable = disposable ?? settings.disposable
        settings.quality = quality ?? settings.quality
        settings.rotation = rotation ?? settings.rotation
        settings.isMirrored = isMirrored ?? settings.isMirrored
    }
}
