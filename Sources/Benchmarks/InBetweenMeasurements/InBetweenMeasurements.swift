import ArgumentParser
import Foundation
import Glibc
import InBetween

/// Takes frames away from real clips, makes them anew, and prints how like the true ones they are.
@main struct InBetweenMeasurements: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Takes frames away from real clips, makes them anew, and prints how like the true ones they are."
    )

    @Argument(help: "Clips; they are not changed.")
    var clips: [String]

    @Option(help: "One of so many frames stays, 2 or more.")
    var keep = 2

    @Option(help: "How many frames of each clip, 3 or more.")
    var frames = 41

    func validate() throws {
        guard keep > 1 else { throw ValidationError("one of 2 frames stays, or of more") }
        guard frames > 2 else { throw ValidationError("it takes 3 frames to have one in between") }
    }

    func run() throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "in-between-\(getpid())")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        for path in clips {
            let clip = try RawClip(decoding: path, frames: frames, in: directory)
            let repeated = clip.repetitions == 0 ? "" : ", \(clip.repetitions) repetitions are left out"
            print("\(path): \(clip.format.width)x\(clip.format.height), one of \(keep) frames stays\(repeated)")
            print("                  PSNR    worst to blend      SSIM  a CPU s")
            let blend = Self.made(clip, keep, BlendMethod())
            print(Self.nearest(clip, keep).line("nearest", blend: blend))
            print(blend.line("blend", blend: blend))
            print(Self.made(clip, keep, MotionMethod()).line("motion", blend: blend))
            // It is given frames without instants.
            if clip.isEven {
                print(try Self.minterpolated(clip, keep, in: directory).line("minterpolate", blend: blend))
            } else {
                print("minterpolate: intervals vary")
            }
        }
    }

    private static func nearest(_ clip: RawClip, _ keep: Int) -> Score {
        var score = Score()
        for frame in 0..<(clip.count - 1) / keep * keep where frame % keep != 0 {
            let made = clip.luma(frame - frame % keep)
            score.add(made, clip.luma(frame), width: clip.format.width, height: clip.format.height)
        }
        return score
    }

    private static func made(_ clip: RawClip, _ keep: Int, _ method: some InBetweenMethod) -> Score {
        var (score, method) = (Score(), method)
        let output = UnsafeMutableRawPointer.allocate(byteCount: clip.frameBytes, alignment: 64)
        defer { unsafe output.deallocate() }
        nonisolated(unsafe) let target = unsafe output
        var (last, ahead): (Picture?, Picture?)
        for frame in stride(from: 0, to: clip.count - keep, by: keep) {
            var start = processorTime(RUSAGE_SELF)
            let (first, second) = (last ?? clip.picture(frame), ahead ?? clip.picture(frame + keep))
            last = second
            ahead = frame + 2 * keep < clip.count ? clip.picture(frame + 2 * keep) : nil
            let (begin, end) = (clip.instants[frame], clip.instants[frame + keep])
            let next = ahead.map { NextPicture(picture: $0, duration: clip.instants[frame + 2 * keep] - end) }
            let goesOn = method.begin(first, second, lasting: end - begin, then: next)
            for step in 1..<keep {
                let share = (65536 * (clip.instants[frame + step] - begin) + (end - begin) / 2) / (end - begin)
                if goesOn {
                    unsafe method.make(at: share) { component, row in
                        unsafe target + clip.offset(component, row)
                    }
                }
                score.time += processorTime(RUSAGE_SELF) - start
                let made =
                    goesOn
                    ? unsafe [UInt8](UnsafeRawBufferPointer(start: output, count: clip.frameBytes))[...]
                    : clip.luma(frame)
                let truth = clip.luma(frame + step)
                score.add(made, truth, width: clip.format.width, height: clip.format.height)
                start = processorTime(RUSAGE_SELF)
            }
        }
        return score
    }

    /// What ffmpeg's filter makes, with its defaults.
    private static func minterpolated(_ clip: RawClip, _ keep: Int, in directory: URL) throws -> Score {
        let kept = stride(from: 0, to: clip.count, by: keep).flatMap { frame in
            clip.bytes[frame * clip.frameBytes..<(frame + 1) * clip.frameBytes]
        }
        let (input, output) = (directory.appending(path: "kept.yuv"), directory.appending(path: "made.yuv"))
        try Data(kept).write(to: input)
        var score = Score()
        let start = processorTime(RUSAGE_CHILDREN)
        let size = "\(clip.format.width)x\(clip.format.height)"
        try FFmpeg.run([
            "-threads", "1", "-filter_threads", "1", "-f", "rawvideo", "-pix_fmt", "yuv420p", "-s", size, "-r", "10",
            "-i", input.path, "-vf", "minterpolate=fps=\(10 * keep)", "-f", "rawvideo", output.path,
        ])
        score.time = processorTime(RUSAGE_CHILDREN) - start
        let made = try RawClip(clip.format, contentsOf: output)
        for frame in 0..<min(made.count, clip.count) where frame % keep != 0 {
            score.add(made.luma(frame), clip.luma(frame), width: clip.format.width, height: clip.format.height)
        }
        return score
    }

    private static func processorTime(_ who: __rusage_who) -> Double {
        var usage = rusage()
        guard unsafe getrusage(__rusage_who_t(who.rawValue), &usage) == 0 else { return 0 }
        let seconds = Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
        return seconds + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e-6
    }
}
