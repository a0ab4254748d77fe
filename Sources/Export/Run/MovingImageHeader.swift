internal import Files
internal import MediaFormats
internal import MediaSyntax

/// Completes the headers of a finished image that moves, where libavformat's muxer does not write them as they are to be.
struct MovingImageHeader {
    private let descriptor: Int32

    /// Of an open file.
    init(descriptor: Int32) { self.descriptor = descriptor }

    /// Completes what a plan asks for; nothing for other containers.
    func complete(for plan: ExportPlan) throws(ExportError) {
        switch plan.container {
        case .avif: try ImageSequenceIndex(descriptor: descriptor).state(plays: plan.plays)
        case .webp:
            if plan.video?.recipe?.alphaFormat == nil { try takeAlphaAway() } else { try stopBlending() }
        default: break
        }
    }

    /// libavformat has each frame drawn upon the one before it. What is transparent in one is to show nothing.
    private func stopBlending() throws(ExportError) {
        try FinishedFile.writing("the header") { () throws(FileError) in
            guard let image = try WebPScanner(ByteSource(file: descriptor)).image() else { return false }
            for place in image.flagPlaces {
                try FileBytes.write([MovingWebPImage.doesNotBlend], to: descriptor, at: place)
            }
            return true
        }
    }

    /// libavformat says that every moving WebP has transparent parts. Opaque frames have none, and viewers need not
    /// draw what lies behind them.
    private func takeAlphaAway() throws(ExportError) {
        try FinishedFile.writing("the header") { () throws(FileError) in
            let head = try FileBytes.read(descriptor, at: 0, count: Int(WebPImage.flagsPlace) + 1)
            guard let flags = WebPImage.flags(in: head) else { return false }
            try FileBytes.write([flags & ~WebPImage.hasAlpha], to: descriptor, at: WebPImage.flagsPlace)
            return true
        }
    }
}
