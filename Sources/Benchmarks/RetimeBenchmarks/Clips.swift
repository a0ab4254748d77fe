internal import Capture
internal import Foundation
internal import MediaTime
internal import SceneRendering

/// The clips that are exported, in a directory of their own: the synthetic camera films four seconds, and ffmpeg strings
/// them together, so that starting a process does not count.
struct Clips {
    /// Four seconds, with audio.
    let short: String
    /// As long as four seconds make in `repetitions`, with audio.
    let long: String
    private let directory: URL

    private static let frameCount: Int64 = 960
    private static let repetitions = 200

    init() throws {
        directory = FileManager.default.temporaryDirectory.appending(path: "retime-benchmarks-\(getpid())")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        short = directory.appending(path: "short.mp4").path
        long = directory.appending(path: "long.mp4").path
        do {
            let scene = SyntheticScene(frameRate: FrameRate(240))
            try SyntheticClip(scene: scene, frameCount: Self.frameCount).write(to: short)
            try FFmpegCommand.run([
                "-stream_loop", "\(Self.repetitions - 1)", "-i", short, "-c", "copy", "-movflags", "+use_metadata_tags",
                long,
            ])
        } catch {
            remove()
            throw error
        }
    }

    /// Where an export of either side goes.
    func output(_ name: String) -> String { directory.appending(path: name).path }

    /// Nothing is left behind; a directory that cannot be removed harms nobody.
    func remove() { try? FileManager.default.removeItem(at: directory) }
}
