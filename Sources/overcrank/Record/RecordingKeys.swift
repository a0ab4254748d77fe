internal import Capture
internal import Glibc
internal import Pipeline

/// Reads keys while a recording runs. Each is a line, so that the terminal needs no other mode.
struct RecordingKeys {
    private let seat: ActiveRecorder
    private let snapshots: String

    /// Keys for the active recorder. The names of stills begin with `snapshots`.
    init(_ seat: ActiveRecorder, snapshots: String) {
        self.seat = seat
        self.snapshots = snapshots
    }

    /// Whether standard input is a terminal, and the command is in its foreground.
    static var areThere: Bool { isatty(STDIN_FILENO) == 1 && tcgetpgrp(STDIN_FILENO) == getpgrp() }

    /// Reads lines on a thread of its own, which ends with the process.
    ///
    /// - Throws: `ThreadError` where the system gives no thread.
    func listen() throws(ThreadError) {
        let (seat, snapshots) = (seat, snapshots)
        try DetachedThread.start {
            var stills = 0
            while let line = readLine() {
                switch RecordingKey(line) {
                case .trigger: seat.recorder?.trigger()
                case .end: seat.recorder?.stop(.key)
                case .still:
                    stills += 1
                    seat.recorder?.takeSnapshot(to: "\(snapshots)-\(stills).jpg")
                case .mark(let title): seat.recorder?.mark(title)
                case .tag(let tag): seat.recorder?.add(tag)
                case nil: Terminal.writeError(RecordingKey.help)
                }
            }
        }
    }
}
