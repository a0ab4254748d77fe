internal import Files
internal import MediaTime

extension RecordingSettings {
    /// Checks that the settings go together, with the microphone and with the disk.
    ///
    /// - Parameter microphone: what is recorded besides the camera; `nil` for nothing.
    /// - Throws: ``CaptureError`` `.settings` where they do not, `.outputNotCreated` where the disk is too full, and what the
    ///   microphone's check throws.
    func check(microphone: ConditionedAudio?) throws(CaptureError) {
        try checkNumbers()
        if start.makesSegments, limits.duration == nil {
            throw CaptureError(.settings, "a file for each trigger needs a limit of duration")
        }
        if let preRoll = start.preRoll, let duration = limits.duration, preRoll >= duration {
            throw CaptureError(
                .settings,
                "a file of \(duration.seconds) s that begins \(preRoll.seconds) s before its trigger shows nothing after it"
            )
        }
        guard start.preRoll ?? .zero >= .zero else {
            throw CaptureError(.settings, "a file begins with its trigger, or before it")
        }
        if case .audio(let decibels) = start.trigger, !(decibels <= 0) {
            throw CaptureError(
                .settings,
                "audio is never louder than 0 dB of full scale: \(decibels) dB would trigger nothing"
            )
        }
        guard Self.disposables.contains(disposable) else {
            throw CaptureError(.settings, "\(Self.disposablesInWords), not of \(disposable)")
        }
        if let split {
            guard start == .continuous, split > .zero else {
                throw CaptureError(.settings, "only a recording that waits for no trigger is divided into files")
            }
        }
        if let limit = limits.size, limit < RecordingSegment.leastSize {
            throw CaptureError(
                .settings,
                "a recording of \(limit) bytes has no room for a frame: \(RecordingSegment.leastSize) are set aside for its header"
            )
        }
        if let limit = limits.freeSpace, let free = FileBytes.freeSpace(beside: path), free <= limit {
            throw CaptureError(
                .outputNotCreated,
                "no more than \(free) bytes are free for \(path), and \(limit) are to be left"
            )
        }
        try microphone?.check()
        if case .audio = start.trigger, microphone == nil {
            throw CaptureError(.settings, "a trigger by audio needs a microphone")
        }
    }

    /// Checks the numbers that have a meaning above zero only, and those that nobody can count to.
    private func checkNumbers() throws(CaptureError) {
        if let duration = limits.duration, duration <= .zero {
            throw CaptureError(
                .settings,
                "a recording of \(duration.seconds) s has no frame: its duration is above zero"
            )
        }
        if let silence = limits.silence, silence <= .zero {
            throw CaptureError(
                .settings,
                "a limit of \(silence.seconds) s of silence would end each recording: it is above zero"
            )
        }
        for time in [limits.duration, limits.silence, split, start.preRoll] {
            if let time, !MonotonicClock.counts(time) {
                throw CaptureError(.settings, "\(time.seconds) s are longer than any machine runs")
            }
        }
        guard bufferSize > 0, preRollSize > 0 else {
            throw CaptureError(.settings, "frames need memory: its size is above zero bytes")
        }
    }
}
