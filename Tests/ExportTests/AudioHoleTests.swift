import Composition
import Export
import FFmpeg
import Foundation
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

    /// The faster sound is played, the more of it a stretcher holds when silence has begun.
    @Test(arguments: [PitchAlgorithm.spectral, .timeDomain, .varispeed], [8, 16] as [Int64])
    func `Sound before a long hole is played to its end`(pitch: PitchAlgorithm, rate: Int64) throws {
        var played: [[Float]] = []
        // A short one is stretched as all else is.
        for hole in [3, 120] as [Int64] {
            var retime = Retime(.rate(rate))
            retime.settings.pitch = pitch
            let output = scratch.file("fast\(hole).wav")
            try retime.run(try clip(hole: hole), to: output)
            played.append(try ClipReader(output).audio(ofStream: 0).channels[0])
        }
        let end = Int(2 * 48_000 / rate)
        #expect(played[1][..<end].contains { abs($0) > 0.01 })
        for (short, long) in zip(played[0], played[1]).prefix(end) { #expect(abs(short - long) < 0.001) }
    }

    /// Its packets are copies of one. Those of Vorbis last sixteen times as long as the frames that its encoder takes.
    @Test(arguments: [AudioCodec.vorbis, .opus, .aac]) func `Silence lasts as long as it should`(codec: AudioCodec)
        throws
    {
        var retime = Retime()
        retime.settings.audio = AudioEncoding(codec: codec)
        let output = scratch.file("whole.mka")
        var exporter = Exporter(plan: try retime.plan(try clip(hole: 8), for: .mka))
        exporter.verification = .decode
        _ = try exporter.run(to: output)
        let samples = try ClipReader(output).audio(ofStream: 0).channels[0]
        #expect(abs(samples.count - 12 * 48_000) <= 2048)
        let clicks = ClickFinder.clicks(in: samples, sampleRate: 48_000)
        for expected in [0.5, 1.5, 10.5, 11.5] { #expect(clicks.contains { abs($0 - expected) < 0.03 }, "\(expected)") }
    }

    /// A run goes on behind a hole that is not stretched.
    @Test func `What lies behind a hole is in its place, and fades out where audio jumps`() throws {
        let media = try MediaDescription(ofFile: clip(hole: 6))
        var composition = try Composition([media.asset])
        try composition.insert(
            TimeRange(start: .zero, duration: RationalTime(1, 1)),
            of: media.asset,
            at: RationalTime(10, 1)
        )
        let plan = try ExportPlan(composition, of: [media], container: .wav)
        _ = try Exporter(plan: plan).run(to: scratch.file("again.wav"))
        let samples = try ClipReader(scratch.file("again.wav")).audio(ofStream: 0).channels[0]
        let source = try ClipReader(scratch.file("two.mov")).audio(ofStream: 0).channels[0]
        #expect(samples.count == 11 * 48_000)
        let (start, fade) = (8 * 48_000, 144)
        #expect(samples[start..<start + 96_000 - fade].elementsEqual(source[..<(96_000 - fade)]))
        for index in (96_000 - fade)..<96_000 {
            let level = Float(96_000 - index - 1) / Float(fade)
            #expect(abs(samples[start + index] - level * source[index]) < 0.0001)
        }
    }

    /// As some cameras write them: frames of 1024 samples that are stated to last 1000 and 1048.
    @Test func `Frames whose lengths are stated unevenly are heard whole`() throws {
        let path = try Clip("mov", audio: Clip.Audio("alac", samples: 96_000)).write(to: scratch, as: "good")
        let source = try ClipReader(path)
        let uneven = scratch.file("uneven.mov")
        try source.copy(to: uneven) { packet, index in
            guard !index.isMultiple(of: 2) else { return }
            (packet.pts, packet.dts) = (packet.pts.map { $0 - 24 }, packet.dts.map { $0 - 24 })
        }
        try Retime().run(uneven, to: scratch.file("whole.wav"))
        let samples = try ClipReader(scratch.file("whole.wav")).audio(ofStream: 0).channels[0]
        #expect(try samples == source.audio(ofStream: 0).channels[0])
    }

    /// WAV says of no packet when it is heard, nor does MOV of uncompressed samples, so that a copy would close the hole.
    @Test(arguments: ["wav", "flac", "mov"]) func `A hole stays where packets could be copied`(container: String) throws
    {
        let output = scratch.file("whole.\(container)")
        try Retime().run(try clip(hole: 3), to: output)
        let samples = try ClipReader(output).audio(ofStream: 0).channels[0]
        #expect(samples.count == 7 * 48_000)
        let clicks = ClickFinder.clicks(in: samples, sampleRate: 48_000)
        for expected in [0.5, 1.5, 5.5, 6.5] { #expect(clicks.contains { abs($0 - expected) < 0.001 }, "\(expected)") }
    }

    /// Samples of 32 bits are finer than what is rendered, so they are copied.
    @Test(arguments: ["wav", "mov"]) func `A hole between finer samples is silence beside copies`(container: String)
        throws
    {
        let path = try clip(hole: 3, encoder: "pcm_s32le")
        let output = scratch.file("whole.\(container)")
        let plan = try Retime().plan(path, for: try #require(Container(rawValue: container)))
        #expect(plan.carried.map(\.reason) == ["its time does not change"])
        let report = try Exporter(plan: plan).run(to: output)
        #expect(report.damage.map(\.message) == ["a hole of 00:00:03.000 in the audio, filled with silence"])
        let result = try ClipReader(output)
        #expect(result.streams[0].parameters.codecName == "pcm_s32le")
        let samples = try result.audio(ofStream: 0).channels[0]
        let source = try ClipReader(scratch.file("two.mov")).audio(ofStream: 0).channels[0]
        #expect(samples == source + Array(repeating: 0, count: 3 * 48_000) + source)
    }

    @Test func `A single packet of finer samples that is out of place is not believed`() throws {
        let report = try jump(of: "pcm_s32le", to: "mov")
        #expect(!report.damage.contains { $0.message.contains("hole") })
    }

    /// libavformat counts all packets of bare AAC by the first one's sample rate.
    @Test func `Bare AAC whose sample rate changes has no holes`() throws {
        let parts = try [44_100, 48_000].map { rate in
            var audio = Clip.Audio("aac", samples: Int64(rate))
            audio.sampleRate = rate
            return try ScratchDirectory.bytes(of: Clip("aac", audio: audio).write(to: scratch, as: "\(rate)"))
        }
        let path = scratch.file("both.aac")
        try Data(parts.joined()).write(to: URL(fileURLWithPath: path))
        let report = try Retime().run(path, to: scratch.file("both.wav"))
        #expect(!report.damage.contains { $0.message.contains("hole") })
        let audio = try ClipReader(scratch.file("both.wav")).audio(ofStream: 0)
        #expect(abs(audio.channels[0].count - 2 * 44_100) < 4096)
    }

    /// As libavformat's parsers give them now and then in MPEG-PS.
    @Test func `A single packet that is out of place is not believed`() throws {
        #expect(try jump(of: "alac", to: "wav").damageCount == 0)
    }

    /// Exports audio of which one packet is 25 ms late: all samples are there, one behind the other.
    private func jump(of encoder: String, to container: String) throws -> ExportReport {
        let source = try ClipReader(
            Clip("mov", audio: Clip.Audio(encoder, samples: 96_000)).write(to: scratch, as: "good")
        )
        let path = scratch.file("jump.mkv")
        try source.copy(to: path) { packet, index in
            if index == 9 { packet.pts = packet.pts.map { $0 + 1200 } }
        }
        let output = scratch.file("jump.\(container)")
        let report = try Retime().run(path, to: output)
        let samples = try ClipReader(output).audio(ofStream: 0).channels[0]
        #expect(try samples == source.audio(ofStream: 0).channels[0])
        return report
    }

    /// Two seconds of clicks, a hole of so many seconds, and the same two seconds again.
    private func clip(hole: Int64, encoder: String = "pcm_s16le") throws -> String {
        let audio = Clip.Audio(encoder, samples: 96_000)
        let source = try ClipReader(Clip("mov", audio: audio).write(to: scratch, as: "two"))
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

extension ClipReader {
    /// Copies the packets of the first stream to another file, each with its times as `change` leaves them. It is given the number of
    /// the packet, too.
    fileprivate func copy(to path: String, change: (borrowing Packet, Int) -> Void) throws {
        guard let format = ContainerFormat(forPath: path) else { throw ClipError("there is no container for \(path)") }
        let muxer = try Muxer.create(path: path, format: format)
        let unit = streams[0].timeBase
        _ = try muxer.add(Muxer.StreamDescription(parameters: streams[0].parameters, timeBase: unit))
        try muxer.writeHeader()
        let demuxer = try Demuxer(path: self.path)
        let packet = try Packet()
        var index = 0
        while try demuxer.read(into: packet) {
            change(packet, index)
            packet.rescale(from: unit, to: muxer.timeBase(ofStream: 0))
            try muxer.write(packet)
            packet.reset()
            index += 1
        }
        try muxer.finish()
    }
}
