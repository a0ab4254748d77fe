internal import MediaTime

/// `[RATE=]FILE`: a file whose name holds a `=` is written with its rate, or with `./` before it.
struct AgainstFile {
    let path: String
    let rate: PlaybackRate?

    @Sendable init(_ text: String) {
        if let sign = text.firstIndex(of: "="), let rate = try? PlaybackRate(parsing: String(text[..<sign])) {
            self.rate = rate
            path = String(text[text.index(after: sign)...])
        } else {
            rate = nil
            path = text
        }
    }
}
