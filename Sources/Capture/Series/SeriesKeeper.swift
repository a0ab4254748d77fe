internal import Files

/// Keeps a series within its limits while it is recorded. One thread at a time uses it.
public final class SeriesKeeper {
    /// What became of a file.
    public enum Event: Hashable, Sendable {
        /// It was deleted.
        case deleted(path: String)
        /// It is to be deleted, and cannot be.
        case failed(path: String, reason: String)
        /// What may not be deleted is larger than the limit, by so many bytes; said once until it is so no more.
        case tooLarge(excess: UInt64)
    }

    private let pattern: NamePattern
    private let limits: Retention
    private let start: SeriesClock
    private var folder: SeriesFolder
    private var scanned: Int64?
    private var finishedCount = 0
    /// What was being written when it was looked last, in bytes.
    private var before: UInt64 = 0
    private var complained: Set<String> = []
    private var isTooLarge = false

    /// Files of others in the series, and marks, are looked for so often, in nanoseconds.
    private static let patience: Int64 = 60_000_000_000
    /// When a file could not be deleted as it was known, all are looked at again after this time, in nanoseconds.
    private static let pause: Int64 = 1_000_000_000

    /// Takes a series up.
    ///
    /// - Parameters:
    ///   - pattern: how its files are named.
    ///   - limits: how much of it is kept.
    public init(_ pattern: NamePattern, limits: Retention) {
        self.pattern = pattern
        self.limits = limits
        start = .now(since: nil)
        folder = SeriesFolder(pattern)
    }

    /// Deletes what is beyond the limits. To be called often: what is written between two calls counts beforehand.
    ///
    /// - Parameters:
    ///   - writing: the files that are being written, and their bytes.
    ///   - finishedCount: how many files were finished until now.
    ///   - sparing: files that somebody is still at; they stay for now.
    /// - Returns: what became of files.
    public func tend(
        writing: [(path: String, bytes: UInt64)],
        finishedCount: Int,
        sparing: Set<String> = []
    ) -> [Event] {
        let clock = SeriesClock.now(since: start)
        let isDue = scanned.map { clock.uptime - $0 > Self.patience } ?? true
        if isDue || finishedCount != self.finishedCount {
            folder.scan(at: clock)
            (scanned, self.finishedCount) = (clock.uptime, finishedCount)
        }
        let own = Set(writing.map { pattern.name(of: $0.path) })
        let bytes = writing.reduce(0) { $0 + $1.bytes }
        // As much again may be written until the next call, and a header at the end.
        let growth = bytes > before ? 2 * (bytes - before) : 0
        before = bytes
        let spared = Set(sparing.map(pattern.name(of:)))
        let others = folder.files.filter { !own.contains($0.name) }
        let files = others.map { file in
            var file = file
            file.isMarked = file.isMarked || spared.contains(file.name)
            return file
        }
        let plan = limits.plan(files, at: clock, growing: bytes + growth)
        // What is spared now may be deleted soon.
        let excess = plan.excess > 0 ? limits.plan(others, at: clock, growing: bytes + growth).excess : 0
        var events = plan.deletions.compactMap { delete($0, at: clock) }
        if excess > 0, !isTooLarge { events.append(.tooLarge(excess: excess)) }
        isTooLarge = excess > 0
        return events
    }

    private func delete(_ file: SeriesFile, at clock: SeriesClock) -> Event? {
        let path = pattern.path(of: file.name)
        switch folder.delete(file) {
        case .removed: return .deleted(path: path)
        case .gone: return nil
        case .kept:
            // What is known of it is not true any more.
            scanned = min(scanned ?? .max, clock.uptime - Self.patience + Self.pause)
            return nil
        case .failed(let reason):
            return complained.insert(path).inserted ? .failed(path: path, reason: reason) : nil
        }
    }
}
