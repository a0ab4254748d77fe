internal import FFmpeg

extension ExportPlanner {
    /// Refuses frames in between where there are no instants for them, or no way to make them.
    ///
    /// - Throws: ``ExportError`` `.settings` without a constant frame rate, `.unsupported` for formats that cannot be mixed.
    func checkInBetween() throws(ExportError) {
        guard let inBetween = settings.inBetween, inBetween.makesFrames else { return }
        guard case .constantFrameRate = settings.timing else {
            throw ExportError(
                .settings,
                "frames in between are for a constant frame rate: otherwise the source's frames are shown, each at its own instant"
            )
        }
        if let obstacle = inBetweenObstacle { throw ExportError(.unsupported, obstacle) }
    }

    /// Why no frames can be made between those of the clips; `nil` where they can.
    var inBetweenObstacle: String? {
        for part in frameParts {
            guard let name = part.source.video?.pixelFormat, let format = PixelFormat(named: name) else { continue }
            let refusal = "no frames can be made between those of \(inputs[part.input].path)"
            if format.isTransparent { return "\(refusal): they would lose their transparency (\(name))" }
            if format.inPlanes?.planes?.isFloat ?? true { return "\(refusal): their format is \(name)" }
        }
        return nil
    }
}
