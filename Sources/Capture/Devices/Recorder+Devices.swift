extension Recorder {
    /// Opens a camera and a microphone to record them.
    ///
    /// - Parameters:
    ///   - request: which camera, and how it is to be set.
    ///   - microphone: which one. Cameras that are recorded together hear the same one.
    ///   - settings: how the recording is to be made.
    ///   - member: the camera's place among those that are recorded together; `nil` for one alone.
    ///   - isCancelled: is asked ten times a second at least while a camera that says no rate is measured: whether that is to end.
    /// - Throws: ``CaptureError`` of the codes that concern devices, and `.cancelled`.
    public convenience init(
        _ request: CameraRequest,
        microphone: MicrophoneRequest = .usual,
        settings: RecordingSettings,
        as member: RecorderGroup.Member? = nil,
        isCancelled: () -> Bool = { false }
    ) throws(CaptureError) {
        let camera = try request.open(sharedBy: member?.count ?? 1, isCancelled: isCancelled)
        let audio = try microphone.open(beside: camera.stream, member)
        self.init(
            camera.stream,
            audio: audio,
            requested: request.preferences.frameRate,
            settings: settings,
            lockReport: camera.report,
            controls: camera.controls,
            as: member
        )
    }

    /// Records a camera in the mode that it is locked to, and opens a microphone. The recorder keeps the lock: where it puts back what was
    /// set before, that is done when the recorder goes.
    ///
    /// ```swift
    /// let lock = try Prober.system.open("/dev/video0").lock()
    /// let recorder = try Recorder(lock, settings: RecordingSettings(path: "clip.mp4"))
    /// ```
    ///
    /// - Parameters:
    ///   - lock: the camera. One recorder at a time records it.
    ///   - microphone: which one. Cameras that are recorded together hear the same one.
    ///   - settings: how the recording is to be made.
    ///   - member: the camera's place among those that are recorded together; `nil` for one alone.
    /// - Throws: ``CaptureError`` of the codes that concern devices.
    public convenience init(
        _ lock: CameraLock,
        microphone: MicrophoneRequest = .usual,
        settings: RecordingSettings,
        as member: RecorderGroup.Member? = nil
    ) throws(CaptureError) {
        let stream = try lock.stream(sharedBy: member?.count ?? 1)
        let audio = try microphone.open(beside: stream, member)
        self.init(
            stream,
            audio: audio,
            requested: lock.request.preferences.frameRate,
            settings: settings,
            lockReport: lock.report,
            controls: lock.adjustable,
            lock: lock,
            as: member
        )
    }
}
