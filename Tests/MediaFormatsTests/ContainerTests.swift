import FFmpeg
import Testing

@testable import MediaFormats

@Suite struct ContainerTests {
    @Test(arguments: [
        ("a.mp4", Container.mp4), ("a.MP4", .mp4), ("a.m4v", .mp4), ("/b.c/a.mov", .mov), ("a.b.mkv", .mkv),
        ("a.mka", .mka), ("a.webm", .webm), ("a.opus", .opus), ("a.oga", .ogg), ("a.wav", .wav), ("a.flac", .flac),
        ("a.avi", .avi), ("a.m4a", .m4a), ("a", nil), ("mp4", nil), ("a.txt", nil), ("a.mp4/b", nil), ("a.", nil),
        ("", nil),
    ])
    func `The ending of a name says which`(path: String, container: Container?) {
        #expect(Container(forPath: path) == container)
    }

    @Test func `Every ending names one container, and the list of endings has each once`() {
        let endings = Container.endings
        #expect(Set(endings).count == endings.count)
        for container in Container.allCases {
            #expect(!container.traits.endings.isEmpty)
            for ending in container.traits.endings {
                #expect(Container(forPath: "a.\(ending)") == container)
                #expect(endings.contains(ending))
            }
        }
    }

    @Test(arguments: Container.allCases)
    func `Each has a muxer, and carries the codecs that it takes by default`(container: Container) {
        let traits = container.traits
        #expect(ContainerFormat(named: traits.muxer) != nil)
        if let video = traits.defaultVideo { #expect(container.canCarry(codec: video.rawValue)) }
        for bits in [16, 24] {
            guard let audio = traits.defaultAudio else { continue }
            #expect(container.canCarry(codec: audio.traits.codecName(sourceBits: bits)))
        }
    }

    @Test func `A file that is called Opus holds Opus only`() {
        for codec in ["vorbis", "flac", "speex", "aac"] { #expect(!Container.opus.canCarry(codec: codec)) }
        for codec in ["vorbis", "flac", "opus"] { #expect(Container.ogg.canCarry(codec: codec)) }
    }

    @Test func `QuickTime keeps what came from QuickTime, but for what only MP4 takes`() {
        let movie = "mov,mp4,m4a,3gp,3g2,mj2"
        #expect(Container.mov.keeps(codec: "ffv1", from: movie))
        #expect(!Container.mov.keeps(codec: "vp9", from: movie))
        #expect(!Container.mov.keeps(codec: "ffv1", from: "matroska,webm"))
        #expect(!Container.mp4.keeps(codec: "ffv1", from: movie))
    }

    @Test(arguments: [VideoCodec.gif, .webp])
    func `GIF and WebP are for images of that kind alone`(codec: VideoCodec) {
        #expect(Container.allCases.filter { $0.canCarry(codec: codec.rawValue) } == [codec == .gif ? .gif : .webp])
    }
}
