internal import Capture
internal import MediaTime

/// A line on a terminal that says how a recording goes. Nothing in a pipe.
struct RecordingLine {
    private let isShown: Bool

    init(isQuiet: Bool) { isShown = !isQuiet && Terminal.isInteractive }

    func show(_ figures: RecordingFigures) {
        guard isShown else { return }
        Terminal.writeErrorText("\r\u{1B}[K" + Self.line(figures, width: Terminal.width))
    }

    func clear() {
        if isShown { Terminal.writeErrorText("\r\u{1B}[K") }
    }

    /// `00:00:12.500  3000 frames  41.2 MB  lost none  queue 2  120.3 GB free`, as much of it as there is room for.
    static func line(_ figures: RecordingFigures, width: Int) -> String {
        let parts = [
            figures.elapsed.clock,
            "\(figures.frames) frames",
            ByteText.short(figures.bytes),
            "lost \(RecordingTable.text(figures.lost))",
            figures.level.map { "audio \(Self.decibels($0.peak)) dB" },
            "queue \(figures.queued)",
            figures.freeSpace.map { ByteText.short($0) + " free" },
        ]
        var line = ""
        for part in parts.compactMap({ $0 }) where line.count + part.count + 2 < width {
            line += line.isEmpty ? part : "  " + part
        }
        return line
    }
}

extension RecordingLine {
    /// Whole decibels; silence is a number that no audio has.
    private static func decibels(_ amplitude: Float) -> Int { Int(max(-99, AudioLevel.decibels(amplitude)).rounded()) }
}
