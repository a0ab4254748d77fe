import Export
import FFmpeg
import MediaFormats
import MediaTime
import TestSupport
import Testing

/// Whatever is planned can be written: a container that cannot carry a codec says so before any work is done.
@Suite struct InterleavingTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    @Test(arguments: Container.allCases, AudioCodec.allCases)
    func `Audio that is encoded`(container: Container, codec: AudioCodec) throws {
        var retime = Retime(.rate(1, 2))
        retime.settings.audio = AudioEncoding(codec: codec)
        try expectWritten(Clip("wav", audio: Clip.Audio(samples: 4_800)), retime, to: container)
    }

    @Test(
        arguments: Container.allCases.filter { $0.traits.defaultAudio != nil },
        ["aac", "flac", "libopus", "libvorbis", "pcm_s16le", "mp2", "ac3"]
    )
    func `Audio that is copied, where it can be`(container: Container, encoder: String) throws {
        let clip = Clip("mkv", audio: Clip.Audio(encoder, samples: 4_800))
        let result = try expectWritten(clip, Retime(), to: container)
        // Where no codec was asked for, there is always one that the container takes.
        #expect(result != nil)
    }

    @Test(arguments: Container.allCases.filter { $0.traits.defaultVideo != nil }, VideoCodec.allCases)
    func `Frames that are encoded`(container: Container, codec: VideoCodec) throws {
        var retime = Retime(to: .fps(30))
        retime.settings.video = VideoEncoding(codec: codec, preset: codec.traits.presets.first)
        let result = try expectWritten(Clip("mp4", frames: 6, at: .fps(60)), retime, to: container)
        if let result {
            #expect(result.streams[0].parameters.codecName == codec.rawValue)
            #expect(try result.frames().map(\.number) == [0, 2, 4])
        }
    }

    @Test(arguments: [Container.mp4, .mov, .mkv, .webm], Clip.FrameCodec.allCases)
    func `Frames that are copied, where they can be`(container: Container, codec: Clip.FrameCodec) throws {
        let result = try expectWritten(
            Clip("mkv", frames: 6, at: .fps(60), codec: codec),
            Retime(.rate(1, 2)),
            to: container
        )
        #expect(try result?.frames().map(\.number) == [0, 1, 2, 3, 4, 5])
    }

    /// The result, or `nil` where the plan says that there can be none.
    @discardableResult
    private func expectWritten(
        _ clip: Clip,
        _ retime: Retime,
        to container: Container,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> ClipReader? {
        let path = try clip.write(to: scratch)
        let plan: ExportPlan
        do {
            plan = try retime.plan(path, for: container)
        } catch let error as ExportError where error.refusesCodec {
            return nil
        }
        let output = scratch.file("result.\(container.rawValue)")
        _ = try Exporter(plan: plan).run(to: output)
        if container == .webp {
            // libavformat does not read it.
            #expect(try WebPReader(output).frames.map(\.number) == [0, 2, 4], sourceLocation: sourceLocation)
            return nil
        }
        let result = try ClipReader(output)
        #expect(result.streams.count == plan.carried.count, sourceLocation: sourceLocation)
        return result
    }
}

extension ExportError {
    /// Whether the container cannot carry the codec.
    fileprivate var refusesCodec: Bool {
        switch code {
        case .videoNotCarried, .audioNotCarried: true
        default: false
        }
    }
}
