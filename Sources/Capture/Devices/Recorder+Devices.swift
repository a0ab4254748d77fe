internal import MediaTime

extension Recorder {
    /// Opens a camera and a microphone to record them.
    ///
    /// - Throws: ``CaptureError`` of the codes that concern devices.
    public convenience init(
        _ request: CameraRequest,
        microphone: MicrophoneRequest = .usual,
        settings: RecordingSettings
    ) throws(CaptureError) {
        let camera = try request.open()
        let audio = try microphone.open(beside: camera.stream)
        self.init(
            camera.stream,
            audio: audio,
            requested: request.preferences.frameRate,
            settings: settings,
            lockReport: camera.report,
            controls: camera.controls
        )
    }
}
