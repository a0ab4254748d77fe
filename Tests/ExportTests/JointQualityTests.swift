import MediaFormats
import MediaTime
import TestSupport
import Testing

@testable import Export

/// How frames of HEVC look that are encoded beside copied ones, by another decoder's eyes.
@Suite struct JointQualityTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    /// Two seconds of strong noise at 30 frames a second. Key frames but the first are no IDR frames: leading frames refer across them.
    /// With `cutree` x265 spoils its memory where frames are narrower than 49 samples, and ends ffmpeg by that now and then.
    private func noise(_ format: String, _ size: String) throws -> String {
        let path = scratch.file("noise.mp4")
        try ffmpeg(
            "-f",
            "lavfi",
            "-i",
            "testsrc2=s=\(size):r=30:d=2,noise=alls=30:allf=t,format=\(format)",
            "-c:v",
            "libx265",
            "-preset",
            "ultrafast",
            "-crf",
            "18",
            "-x265-params",
            "log-level=none:keyint=24:min-keyint=24:bframes=2:open-gop=1:cutree=0",
            path
        )
        return path
    }

    /// Runs ffmpeg, which must say nothing.
    @discardableResult
    private func ffmpeg(_ arguments: String...) throws -> String {
        let outcome = try RunningCommand(["ffmpeg", "-v", "error", "-nostdin", "-y"] + arguments).wait()
        #expect(outcome.status == 0)
        #expect(outcome.errors.isEmpty, "\(outcome.errors)")
        return outcome.output
    }

    /// A checksum of each frame, in the order in which they are shown.
    private func checksums(of path: String) throws -> [Substring] {
        try ffmpeg("-i", path, "-map", "0:v", "-vsync", "passthrough", "-f", "framemd5", "-")
            .split(separator: "\n").filter { !$0.hasPrefix("#") }
            .compactMap { $0.split(separator: ",").last }
    }

    /// How much each frame is like that of the source, in decibels; infinite where it is the same.
    private func likeness(of path: String, to source: String, from first: Int) throws -> [Double] {
        let file = scratch.file("likeness")
        try ffmpeg(
            "-i",
            path,
            "-i",
            source,
            "-lavfi",
            "[0:v]setpts=N[a];[1:v]trim=start_frame=\(first),setpts=N[b];[a][b]psnr=stats_file=\(file):shortest=1",
            "-f",
            "null",
            "-"
        )
        return String(decoding: try ScratchDirectory.bytes(of: file), as: UTF8.self).split(separator: "\n")
            .compactMap { $0.split(separator: " ").first { $0.hasPrefix("psnr_avg:") } }
            .compactMap { Double($0.dropFirst("psnr_avg:".count)) }
    }

    /// Sizes of which frames are divided into blocks of 8, 16 and 32 samples at least, and smaller ones than the largest block.
    @Test(
        arguments: [
            ("yuv420p", "322x182"), ("yuv422p", "320x176"), ("yuv444p", "320x192"), ("yuv420p10le", "322x182"),
            ("yuv422p10le", "320x192"), ("yuv444p10le", "320x176"), ("yuv420p", "48x40"),
        ]
    )
    func `Encoded frames differ little in noise, alike all along, and the others not at all`(
        format: String,
        size: String
    ) throws {
        let source = try noise(format, size)
        let output = scratch.file("part.mp4")
        var retime = Retime()
        retime.isExact = true
        retime.trim = try TimeRange(start: RationalTime(7, 30), end: RationalTime(53, 30))
        let report = try retime.run(source, to: output)
        #expect(report.frames.shown == 46)
        let encoded = Int(report.frames.encoded)
        #expect(encoded > 10 && encoded < 30)
        let (kept, all) = (try checksums(of: output), try checksums(of: source))
        #expect(kept.count == 46 && all.count == 60)
        #expect(zip(kept, all[7...]).count { $0 == $1 } == 46 - encoded)
        let decibels = try likeness(of: output, to: source, from: 7).filter(\.isFinite)
        #expect(decibels.count == encoded)
        #expect(try #require(decibels.min()) >= 42)
        let mean = decibels.reduce(0, +) / Double(encoded)
        #expect(decibels.allSatisfy { abs($0 - mean) <= 2 }, "\(decibels)")
    }
}
