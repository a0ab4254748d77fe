import FFmpeg
import MediaFormats
import MediaTime
import TestSupport
import Testing

@testable import Export

/// One's own filters, before frames are retimed.
@Suite struct FilterTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    private func retime(_ filter: String, _ rate: PlaybackRate = .normal) -> Retime {
        var retime = Retime(rate)
        retime.settings.video = VideoEncoding(codec: .h264, quality: 4, preset: "ultrafast")
        retime.settings.filter = filter
        return retime
    }

    /// A grey clip of 25 frames a second.
    private func grey(_ frames: Int = 25, level: UInt16 = 100) throws -> String {
        var chart = ChartClip(width: 96, height: 64)
        (chart.frameCount, chart.level) = (frames, level)
        let path = scratch.file("grey.mp4")
        try chart.write(to: path)
        return path
    }

    @Test(arguments: [PlaybackRate.normal, .rate(1, 4), .rate(2, 1)])
    func `Filters know the time of the source, whatever the rate`(rate: PlaybackRate) throws {
        let path = try grey()
        try retime("eq=brightness='t/4':eval=frame").run(path, to: scratch.file("whole.mp4"))
        let whole = try ClipReader(scratch.file("whole.mp4")).brightness().map(\.mean)
        // A quarter of the range in a second.
        #expect(whole.count == 25 && abs(whole[24] - whole[0] - 61) < 4)
        var retime = retime("eq=brightness='t/4':eval=frame", rate)
        for start in [0, 11] as [Int64] {
            retime.trim = try TimeRange(start: RationalTime(start, 25), end: RationalTime(25, 25))
            let result = scratch.file("out-\(start).mp4")
            #expect(try retime.run(path, to: result).frames.shown == 25 - start)
            let shown = try ClipReader(result).brightness()
            #expect(shown.count == Int(25 - start))
            for (index, frame) in shown.enumerated() {
                #expect(abs(frame.mean - whole[Int(start) + index]) < 1)
                let time = Double(index) / 25 / rate.approximation
                #expect(abs(frame.time.seconds - shown[0].time.seconds - time) < 1e-3)
            }
        }
    }

    @Test(arguments: ["null", "tmix=frames=5", "hqdn3d", "split[a][b];[a][b]blend", "format=gbrp", "copy,format=rgb24"])
    func `Every frame comes out once`(filter: String) throws {
        let path = try grey(12)
        let result = scratch.file("out.mp4")
        let plan = try retime(filter).plan(path, for: .mp4)
        #expect(plan.video?.reason.contains(filter) == true || plan.video?.reason.contains("asked") == true)
        #expect(try retime(filter).run(path, to: result).frames.shown == 12)
        let shown = try ClipReader(result).brightness()
        #expect(shown.allSatisfy { abs($0.mean - 100) < 1.5 })
    }

    @Test(
        arguments: [
            "fps=10", "setpts=2*PTS", "setpts=PTS+1", "select='not(mod(n,2))'", "framestep=2", "loop=2:1",
            "trim=end=0.1",
            "reverse", "decimate", "mpdecimate", "tpad=stop=3", "minterpolate=fps=50", "tinterlace", "framerate=50",
            "shuffleframes=1 0", "tile=2x1", "separatefields", "yadif=1", "scale=32:32", "crop=10:10",
            "transpose",
            "pad=200:200", "eq=contras=1", "eq=contrast=abc", "nosuchfilter", "", "null[a]", "anull",
            "movie=x.mp4[a];[in][a]overlay", "metadata=print:file=FILE", "met\\adata=print:file=FILE",
            "null,'metadata'=print:file=FILE", "vidstabdetect=result=FILE", "signature=filename=FILE", "zmq",
        ]
    )
    func `What changes number, time or size of frames is refused before anything is written`(filter: String) throws {
        let file = scratch.file("written")
        let text = filter.replacing("FILE", with: file)
        let error = #expect(throws: ExportError.self) { try retime(text).plan(grey(), for: .mp4) }
        #expect(error?.code == .filters, "\(error?.message ?? "")")
        #expect(try scratch.contents == ["grey.mp4"])
    }

    @Test(arguments: ["select='lt(t,0.5)'", "setpts='if(gt(T,0.5),PTS+100,PTS)'"])
    func `What changes only later ends the export, and leaves nothing`(filter: String) throws {
        let path = try grey()
        let result = scratch.file("out.mp4")
        let error = #expect(throws: ExportError.self) { try retime(filter).run(path, to: result) }
        #expect(error?.code == .filters)
        #expect(try scratch.contents == ["grey.mp4"])
    }

    @Test(arguments: [("bt709", "tv"), ("smpte170m", "tv"), ("bt709", "pc"), ("", "tv")])
    func `Colours stay where filters work in red, green and blue`(matrix: String, range: String) throws {
        var chart = ChartClip(width: 96, height: 64)
        chart.colour.matrix = matrix.isEmpty ? nil : matrix
        chart.colour.range = range
        let path = scratch.file("chart.mkv")
        try chart.write(to: path)
        let result = scratch.file("out.mkv")
        try retime("format=gbrp").run(path, to: result)
        let (before, after) = (try StillFrame(of: path), try StillFrame(of: result))
        for (x, y) in [(10, 10), (48, 32), (90, 60)] { #expect(abs(before[x, y] - after[x, y]) < 2.5) }
    }

    @Test func `Filters see fields that became frames`() throws {
        let clip = InterlacedClip()
        try clip.write(to: scratch.file("clip.mp4"))
        var retime = retime("tmix=frames=2,negate")
        retime.settings.deinterlacing = .always
        let result = scratch.file("out.mp4")
        #expect(try retime.run(scratch.file("clip.mp4"), to: result).frames.shown == 50)
    }

    @Test(
        arguments: [
            ("eq=contrast=1.1", ["eq"]), ("a,b;c", ["a", "b", "c"]), ("[x]a=1:b='p,q;r'[y];[y]c@d=\\,", ["a", "c"]),
            ("me\\tadata , 'movie'=x", ["metadata", "movie"]), ("", []), ("[", []), ("'", []), ("a\\", ["a"]),
        ]
    )
    func `Names of filters are read as libavfilter reads them`(chain: String, names: [String]) {
        #expect(FilterNames(of: chain).names == names)
    }
}
