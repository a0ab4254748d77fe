internal import Benchmark
internal import Composition
internal import Export
internal import MediaFormats
internal import MediaTime
internal import TimeStretch

/// Whole exports against ffmpeg's of the same clip.
func exportSuite(_ clips: Clips) throws -> BenchmarkSuite {
    let suite = BenchmarkSuite(name: "export", settings: Iterations(5), TimeUnit(.ms))
    let half = PlaybackRate(1, 2)

    let copy = Comparison {
        var settings = ExportSettings()
        settings.pitch = .mute
        try export(clips.long, rate: half, settings, to: clips.output("ours-copy.mp4"))
    } theirs: {
        try FFmpegCommand.run([
            "-itsscale", "2", "-i", clips.long, "-map", "0:v", "-c", "copy", clips.output("theirs-copy.mp4"),
        ])
    }
    suite.benchmark("copy frames at half speed", function: copy.run)

    let encode = Comparison {
        var settings = ExportSettings()
        settings.timing = .constantFrameRate(FrameRate(120))
        settings.video = VideoEncoding(codec: .h264, quality: 20, preset: "veryfast")
        settings.audio = AudioEncoding(codec: .aac, bitRatePerChannel: 96_000)
        try export(clips.short, rate: half, settings, to: clips.output("ours-encode.mp4"))
    } theirs: {
        try FFmpegCommand.run([
            "-i", clips.short, "-vf", "setpts=2*PTS", "-r", "120", "-af", "atempo=0.5",
            "-c:v", "libx264", "-preset", "veryfast", "-crf", "20", "-c:a", "aac", "-b:a", "192k",
            clips.output("theirs-encode.mp4"),
        ])
    }
    suite.benchmark("encode H.264 at half speed", function: encode.run)
    return suite
}

private func export(_ input: String, rate: PlaybackRate, _ settings: ExportSettings, to output: String) throws {
    let media = try MediaDescription(ofFile: input)
    var composition = Composition()
    try composition.insert(TimeRange(start: .zero, end: media.asset.duration), of: media.asset, at: .zero)
    try composition.scale(by: rate)
    let plan = try ExportPlan(composition, of: [media], settings: settings, container: .mp4)
    _ = try Exporter(plan: plan).run(to: output, overwriting: true)
}
