internal import MediaFormats

extension RecordingSettings {
    /// Whether a camera's images can be stored in any size: who encodes them, or looks for motion in them, relies on the granted one.
    func storesAnySize(of mode: CaptureMode) -> Bool {
        if case .motion = start.trigger { return false }
        return (coding ?? .usual(for: mode.format)) == .copy
    }

    /// What makes packets of a camera's frames, as the settings say.
    ///
    /// - Parameters:
    ///   - mode: how the camera was set.
    ///   - count: how many cameras share the machine's processors.
    ///   - status: gets what is lost or noticed.
    ///   - requests: has key frames asked for.
    /// - Returns: an encoder, or what copies the camera's own packets.
    /// - Throws: ``CaptureError`` where the container cannot carry the coding, or the coding has no such quality.
    func coder(
        for mode: CaptureMode,
        sharedBy count: Int,
        status: RecordingStatus,
        requests: RecordingRequests
    ) throws(CaptureError) -> any FrameCoder {
        let coding = coding ?? .usual(for: mode.format)
        let container = try MovieLayout.container(forPath: path)
        if coding == .copy {
            if let codec = CameraFormat(mode.format)?.stream {
                return try StreamCopier(
                    codec,
                    mode: mode,
                    report: status.report,
                    note: status.note,
                    askForKey: requests.keyFrames.ask
                )
            }
            return try FrameCopier(mode: mode, container: container)
        }
        if let codec = coding.codec?.rawValue, !container.canCarry(codec: codec),
            !container.keeps(codec: codec, from: container.traits.muxer)
        {
            throw CaptureError(.unsupported, "\(codec.uppercased()) can be stored in mov files only")
        }
        if let codec = coding.codec, let range = codec.traits.qualities, !range.contains(quality) {
            throw CaptureError(
                .settings,
                "\(codec.rawValue) has no quality \(quality): \(range.lowerBound) to \(range.upperBound)"
            )
        }
        return try FrameEncoder.make(
            coding,
            mode: mode,
            disposable: disposable,
            quality: quality,
            bufferSize: bufferSize,
            sharedBy: count,
            report: status.note,
            askForKey: requests.keyFrames.ask,
            lost: status.report
        )
    }
}
