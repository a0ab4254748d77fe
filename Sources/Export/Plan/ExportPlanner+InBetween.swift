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
        for part in frameParts {
            guard let name = part.source.video?.pixelFormat, let format = PixelFormat(named: name) else { continue }
            if format.isTransparent {
                throw ExportError(
                    .unsupported,
                    "no frames can be made between those of \(inputs[part.input].path): they would lose their transparency (\(name))"
                )
            }
            if format.inPlanes?.planes?.isFloat ?? true {
                throw ExportError(
                    .unsupported,
                    "no frames can be made between those of \(inputs[part.input].path): their format is \(name)"
                )
            }
        }
    }
}
