import Export
import FFmpeg
import MediaFormats
import MediaTime
import TestSupport
import Testing
import TimeStretch

/// A hole in the audio is silence that is made, not stretched, and what lies behind it is in its place.
@Suite struct AudioHoleTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    @Test(arguments: [PitchAlgorithm.spectral, .timeDomain, .varispeed], [AudioCodec.pcm, .aac])
    func `A hole of half a minute`(pitch: PitchAlgorithm, codec: AudioCodec) throws {
        let path = try clip(hole: 30)
        var retime = Retime(.rate(1, 2))
        retime.settings.pitch = pitch
        retime.settings.audio = AudioEncoding(codec: codec)
        let output = scratch.file("slow.mov")
        let report = try retime.run(path, to: output)
        #expect(report.damage.contains { $0.message.hasPrefix("a hole of 00:00:30") })
        let audio = try ClipReader(output).audio(ofStream: 0)
        let samples = audio.channels[0]
        try #require(abs(samples.count - 2 * 34 * 48_000) <= 2048)
        // The clip clicks at 0.5 s and 1.5 s, and again behind the hole.
        let clicks = ClickFinder.clicks(in: samples, sampleRate: 48_000)
        for expected in [1.0, 3.0, 2 * 32.5, 2 * 33.5] {
            #expect(clicks.contains { abs($0 - expected) < 0.02 }, "\(expected)")
        }
        #expect(samples[(48_000 * 8)..<(48_000 * 56)].allSatisfy { abs($0) < 0.0001 })
    }

    /// Two seconds of clicks, a hole of so many seconds, and the same two seconds again.
    private func clip(hole: Int64) throws -> String {
        let source = try ClipReader(Clip("mov", audio: Clip.Audio(samples: 96_000)).write(to: scratch, as: "two"))
        let path = scratch.file("hole.mkv")
        let format = try #require(ContainerFormat(named: "matroska"))
        let muxer = try Muxer.create(path: path, format: format)
        let parameters = source.streams[0].parameters
        _ = try muxer.add(Muxer.StreamDescription(parameters: parameters, timeBase: TimeBase(1, 48_000)))
        try muxer.writeHeader()
        for start in [0, (2 + hole) * 48_000] {
            let demuxer = try Demuxer(path: source.path)
            let packet = try Packet()
            while try demuxer.read(into: packet) {
                packet.pts = packet.pts.map { $0 + start }
                packet.dts = packet.dts.map { $0 + start }
                packet.rescale(from: TimeBase(1, 48_000), to: muxer.timeBase(ofStream: 0))
                try muxer.write(packet)
                packet.reset()
            }
        }
        try muxer.finish()
        return path
    }
}
