internal import Capture
internal import Glibc
internal import Pipeline

/// What is typed while a recording runs: lines, so that the terminal stays as it is.
struct RecordingKeys {
    private let recorder: Recorder
    private let snapshots: String

    /// - Parameter snapshots: what stills' names begin with.
    init(_ recorder: Recorder, snapshots: String) {
        self.recorder = recorder
        self.snapshots = snapshots
    }

    /// What can be typed.
    static let help = "Return triggers, s takes a still, q ends it."

    /// Whether somebody can type: a terminal, and not in the background.
    static var areThere: Bool { isatty(STDIN_FILENO) == 1 && tcgetpgrp(STDIN_FILENO) == getpgrp() }

    /// Reads lines on a thread of its own, which ends with the process.
    func listen() {
        let (recorder, snapshots) = (recorder, snapshots)
        WorkerGroup().start {
            var stills = 0
            while let line = readLine() {
                switch line {
                case "": recorder.trigger()
                case "q": recorder.stop(.key)
                case "s":
                    stills += 1
                    recorder.takeSnapshot(to: "\(snapshots)-\(stills).jpg")
                default: Terminal.writeError(Self.help)
                }
            }
        }
    }
}
