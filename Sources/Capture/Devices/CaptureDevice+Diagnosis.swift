public import MediaTime

extension CaptureDevice {
    /// Why the rate that a lock has measured is not what was hoped for. The system is asked how the camera is plugged in, and
    /// what the processors are doing.
    ///
    /// - Parameters:
    ///   - report: what the lock came to.
    ///   - wish: the rate that was asked for; `nil` where the highest was.
    /// - Returns: the diagnosis; `nil` where nothing was measured.
    public func diagnosis(of report: LockReport, wish: FrameRate? = nil) -> RateDiagnosis? {
        guard let measured = report.measured else { return nil }
        let system = SystemDescription()
        return RateDiagnosis(
            CameraEvidence(
                wish: wish,
                formats: report.formats,
                granted: report.granted,
                measured: measured,
                controls: report.controls,
                usb: info.node.flatMap(system.usb),
                processors: system.processors()
            )
        )
    }
}
