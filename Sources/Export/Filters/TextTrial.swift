internal import FFmpeg

/// Tries texts on a black frame, before anything is written: whether the fonts that are installed have their letters.
struct TextTrial {
    /// libass says so of a letter that no font has, in whose place it draws an empty box.
    private static let complaint = "failed to find any fallback with glyph 0x"

    let texts: [FrameText]

    /// - Throws: ``ExportError`` `.filters` for a letter that cannot be written.
    func run() throws(ExportError) {
        guard !texts.isEmpty else { return }
        do {
            guard let format = PixelFormat(named: "yuv420p") else { return }
            let (width, height) = (320, 180)
            let marker = try FrameMarker.make(
                FrameMarks(texts: texts),
                width: width,
                height: height,
                pixelFormat: format,
                timeBase: TimeBase(1, 25)
            )
            let frame = try Frame.video(format, width: width, height: height)
            try frame.blacken()
            _ = try marker.marked(frame, facts: "")
            for message in FilterGraph.messages {
                guard let letter = Self.letter(missedBy: message) else { continue }
                throw ExportError(
                    .filters,
                    "no font that is installed has the letter '\(letter)' of a text: one of Debian's packages fonts-noto has it"
                )
            }
        } catch let error as ExportError {
            throw error
        } catch {
            throw ExportError(.fault, "\(error)", cause: error)
        }
    }

    private static func letter(missedBy message: String) -> Character? {
        guard let start = message.firstRange(of: complaint)?.upperBound else { return nil }
        let number = message[start...].prefix { $0.isHexDigit }
        return UInt32(number, radix: 16).flatMap(Unicode.Scalar.init).map(Character.init)
    }
}
