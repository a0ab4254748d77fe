/// Prints what is said while recordings run, with a status line below it on a terminal.
struct RecordingBoard {
    private let common: CommonOptions
    private let news: RecordingNews
    private var line: RecordingLine
    /// What kept data from being written; no more is written after that, and the recordings go on.
    private(set) var failure: Failure?

    init(_ common: CommonOptions, _ news: RecordingNews, reserve: UInt64) {
        self.common = common
        self.news = news
        line = RecordingLine(isQuiet: common.quiet, reserve: reserve)
    }

    /// Prints what is new, and shows how it goes.
    mutating func show(_ cameras: [RecordedCamera]) {
        printNews()
        let confirmations = line.show(cameras, news)
        if !confirmations.isEmpty { line.clear() }
        confirmations.forEach(common.say)
    }

    /// Prints what is left; no status line stays.
    mutating func finish() {
        line.clear()
        news.takeConfirmations().forEach(common.say)
        printNews()
    }

    private mutating func printNews() {
        let lines = news.takeLines()
        if !lines.isEmpty { line.clear() }
        for line in lines {
            switch line {
            case .words(let text): common.say(text)
            case .complaint(let text): Terminal.writeError(text)
            case .data(let text): write(text)
            }
        }
    }

    private mutating func write(_ text: String) {
        guard failure == nil else { return }
        do {
            try Terminal.put(text)
        } catch {
            failure = Failure(status: .inputOutput, message: error.description)
            Terminal.writeError("warning: \(error); no more is written there")
        }
    }
}
