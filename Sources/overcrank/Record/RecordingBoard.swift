/// Prints what is said while recordings run, with a status line below it on a terminal.
struct RecordingBoard {
    private let common: CommonOptions
    private let news: RecordingNews
    private var line: RecordingLine

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
    func finish() {
        line.clear()
        news.takeConfirmations().forEach(common.say)
        printNews()
    }

    private func printNews() {
        let lines = news.takeLines()
        if !lines.isEmpty { line.clear() }
        for line in lines {
            switch line {
            case .words(let text): common.say(text)
            case .complaint(let text): Terminal.writeError(text)
            case .data(let text): Terminal.write(text)
            }
        }
    }
}
