internal import Capture
internal import MediaTime

/// A line on a terminal that says how recordings go. Nothing in a pipe.
struct RecordingLine {
    private let isShown: Bool
    private let reserve: UInt64
    /// By the number of the camera.
    private var rates: [Int: DataRate] = [:]
    private var confirmation: (text: String, since: ContinuousClock.Instant)?

    /// How long what a key has done is shown.
    private static let patience = Duration.seconds(3)

    /// - Parameters:
    ///   - isQuiet: whether nothing is to be shown.
    ///   - reserve: bytes of the disk that recordings leave free.
    init(isQuiet: Bool, reserve: UInt64 = 0) {
        isShown = !isQuiet && Terminal.isInteractive
        self.reserve = reserve
    }

    /// Shows how it goes, with the newest confirmations and the line that is being typed. Each of several cameras has a part
    /// of the line.
    ///
    /// - Returns: confirmations that cannot be shown here.
    mutating func show(_ cameras: [RecordedCamera], _ news: RecordingNews) -> [String] {
        let confirmations = news.takeConfirmations()
        guard isShown else { return confirmations }
        if !confirmations.isEmpty { confirmation = (confirmations.joined(separator: "; "), .now) }
        if let shown = confirmation, shown.since.duration(to: .now) > Self.patience { confirmation = nil }
        let width = Terminal.width
        let text: String
        if let typed = news.typed {
            text = Self.end(of: ":" + PrintableText.text(typed), width: width)
        } else {
            let share = width / cameras.count - (cameras.count > 1 ? Self.separator.count : 0)
            text = cameras.map { part(of: $0, width: share) }.joined(separator: Self.separator)
        }
        Terminal.writeErrorText("\r\u{1B}[K" + text)
        return []
    }

    private static let separator = " | "

    /// How one camera's recording goes. What a key has done stands with the first one.
    private mutating func part(of camera: RecordedCamera, width: Int) -> String {
        guard let recorder = camera.active.recorder else {
            return camera.active.isAway ? "AWAY" : camera.active.isOver ? "ENDED" : "OPENING"
        }
        let (figures, state) = (recorder.figures, recorder.state)
        var rate = rates[camera.place.number] ?? DataRate()
        rate.add(bytes: figures.bytes, at: figures.elapsed)
        rates[camera.place.number] = rate
        let room = rate.time(for: figures.freeSpace.map { $0 - min($0, reserve) })
        let said = camera.place.number == 1 ? confirmation?.text : nil
        return Self.coloured(Self.line(state, figures, room: room, said: said, width: width), state)
    }

    func clear() {
        if isShown { Terminal.writeErrorText("\r\u{1B}[K") }
    }

    /// `REC 00:00:12.500  gain = 20, was 0  3000 frames  41.2 MB  lost none  audio -12 -14 dB, peak -3 -6  queue 2
    /// room for 2:12:05`, as much of it as there is room for.
    ///
    /// - Parameters:
    ///   - state: what the recorder is doing.
    ///   - figures: how it goes.
    ///   - room: for how much more there is room on the disk; `nil` where that is not known.
    ///   - said: what a key has done.
    ///   - width: of the terminal, in columns.
    /// - Returns: a line that is shorter than the terminal is wide.
    static func line(
        _ state: RecordingState,
        _ figures: RecordingFigures,
        room: RationalTime?,
        said: String? = nil,
        width: Int
    ) -> String {
        let isWaiting = state == .waiting
        let parts = [
            isWaiting ? waiting : "\(word(for: state)) \(figures.elapsed.clock)",
            said.map { PrintableText.text($0) },
            isWaiting ? nil : FrameCountText.text(figures.frames),
            isWaiting ? nil : ByteText.short(figures.bytes),
            "lost \(RecordingTable.text(figures.lost))",
            levels(figures.levels),
            "queue \(figures.queued)",
            room.map { "room for \(hours($0))" } ?? figures.freeSpace.map { ByteText.short($0) + " free" },
        ]
        var line = ""
        for part in parts.compactMap({ $0 }) where line.count + part.count + 2 < width {
            line += line.isEmpty ? part : "  " + part
        }
        return line
    }

    private static let waiting = "WAITING for a trigger"

    private static func word(for state: RecordingState) -> String {
        switch state {
        case .recording: "REC"
        case .stopping: "FINISHING"
        case .idle, .starting, .waiting, .failed: "STARTING"
        }
    }

    /// The first word in red while it records, in yellow while it waits.
    private static func coloured(_ line: String, _ state: RecordingState) -> String {
        let colour: String? =
            switch state {
            case .recording: "31"
            case .waiting: "33"
            default: nil
            }
        guard let colour, Terminal.hasColours, let end = line.firstIndex(of: " "), !line.hasPrefix(":") else {
            return line
        }
        return "\u{1B}[1;\(colour)m" + line[..<end] + "\u{1B}[0m" + line[end...]
    }

    /// The end of a text, where all of it is wider than the terminal.
    private static func end(of text: String, width: Int) -> String { String(text.suffix(max(1, width - 1))) }

    /// `audio -12 -14 dB, peak -3 -6`, a number for each channel.
    private static func levels(_ levels: [ChannelLevel]) -> String? {
        guard !levels.isEmpty else { return nil }
        let now = levels.map { "\(decibels($0.peak))" }.joined(separator: " ")
        let held = levels.map { "\(decibels($0.held))" }.joined(separator: " ")
        return "audio \(now) dB, peak \(held)"
    }

    /// Whole decibels; silence is a number that no audio has.
    private static func decibels(_ amplitude: Float) -> Int { Int(max(-99, AudioLevel.decibels(amplitude)).rounded()) }

    /// `2:12:05`
    private static func hours(_ time: RationalTime) -> String {
        let seconds = Int(time.seconds)
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(seconds / 3600):\(two(seconds / 60 % 60)):\(two(seconds % 60))"
    }
}
