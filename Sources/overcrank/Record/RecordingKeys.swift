internal import Capture
internal import Glibc
internal import Pipeline

/// Reads keys while a recording runs. Each is a line, so that the terminal needs no other mode.
struct RecordingKeys {
    private let active: ActiveRecorder
    private let snapshots: String

    /// Keys for the active recorder. The names of stills begin with `snapshots`.
    init(_ active: ActiveRecorder, snapshots: String) {
        self.active = active
        self.snapshots = snapshots
    }

    /// Whether standard input is a terminal, and the command is in its foreground.
    static var areThere: Bool { isatty(STDIN_FILENO) == 1 && tcgetpgrp(STDIN_FILENO) == getpgrp() }

    /// Reads lines on a thread of its own, which ends with the process.
    ///
    /// - Throws: `ThreadError` where the system gives no thread.
    func listen() throws(ThreadError) {
        let (active, snapshots) = (active, snapshots)
        try DetachedThread.start {
            var stills = 0
            while let line = readLine() {
                switch RecordingKey(line) {
                case .trigger: active.trigger()
                case .end: active.recorder?.stop(.key)
                case .still:
                    stills += 1
                    active.recorder?.takeSnapshot(to: "\(snapshots)-\(stills).jpg")
                case .mark(let title): active.recorder?.mark(title)
                case .tag(let tag): active.recorder?.add(tag)
                case nil: Terminal.writeError(RecordingKey.help)
                }
            }
        }
    }
}
