internal import Export

/// A line on a terminal: how much of an export is done, how fast it runs and how long it will take. Nothing in a pipe, unless
/// lines of JSON are asked for.
struct ProgressBar {
    private let isShown: Bool
    private let writesLines: Bool
    private let start = ContinuousClock.now

    /// A line of JSON.
    private struct Document: Encodable {
        /// From 0 to 1.
        let fraction: Double
        let frames: Int64
        /// Absent as long as it cannot be said.
        let secondsLeft: Double?
    }

    init(isQuiet: Bool, writesLines: Bool = false) {
        isShown = !isQuiet && !writesLines && Terminal.isInteractive
        self.writesLines = writesLines
    }

    func show(_ progress: ExportProgress) { show(progress.fraction, frames: progress.frames) }

    /// Shows a fraction between 0 and 1, and how many frames are done; 0 where none are counted.
    func show(_ fraction: Double, frames: Int64 = 0) {
        guard isShown || writesLines else { return }
        let elapsed = Self.seconds(ContinuousClock.now - start)
        if writesLines {
            let left = Self.secondsLeft(fraction, elapsed: elapsed)
            let document = Document(fraction: min(1, max(0, fraction)), frames: frames, secondsLeft: left)
            if let line = try? JSON.line(document) { Terminal.writeError(line) }
            return
        }
        let line = Self.line(fraction, frames: frames, elapsed: elapsed, width: Terminal.width)
        Terminal.writeErrorText("\r\u{1B}[K" + line)
    }

    func clear() {
        if isShown { Terminal.writeErrorText("\r\u{1B}[K") }
    }

    /// `[=====>      ]  42%  118 fps  0:12 left`.
    static func line(_ fraction: Double, frames: Int64, elapsed: Double, width: Int) -> String {
        let fraction = min(1, max(0, fraction))
        let percent = "\(Int(fraction * 100))%"
        let rate = elapsed > 0 ? Int(Double(frames) / elapsed) : 0
        let left = secondsLeft(fraction, elapsed: elapsed).map { clock($0) + " left" } ?? ""
        let tail =
            "  " + pad(percent, 4) + (frames > 0 ? "  \(rate) fps" : "") + (left.isEmpty ? "" : "  \(left)")
        let room = min(40, width - tail.count - 3)
        guard room >= 8 else { return tail }
        let filled = Int(fraction * Double(room))
        let bar = String(repeating: "=", count: filled) + (filled < room ? ">" : "")
        return "[" + bar + String(repeating: " ", count: room - bar.count) + "]" + tail
    }

    /// The first values vary too much for an estimate.
    private static func secondsLeft(_ fraction: Double, elapsed: Double) -> Double? {
        fraction > 0.01 && elapsed > 0.5 ? elapsed / fraction - elapsed : nil
    }

    private static func pad(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }

    private static func clock(_ seconds: Double) -> String {
        let whole = Int(seconds.rounded(.up))
        let (minutes, rest) = (whole / 60, whole % 60)
        return "\(minutes):\(rest < 10 ? "0" : "")\(rest)"
    }

    private static func seconds(_ duration: Duration) -> Double {
        let (seconds, attoseconds) = duration.components
        return Double(seconds) + Double(attoseconds) * 1e-18
    }
}
