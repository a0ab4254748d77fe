import Testing

@testable import Export

@Suite struct ContainerTests {
    @Test(arguments: [
        ("a.mp4", Container.mp4), ("a.MP4", .mp4), ("a.m4v", .mp4), ("/b.c/a.mov", .mov), ("a.b.mkv", .mkv),
        ("a.mka", .mkv), ("a.webm", .webm), ("a.opus", .ogg), ("a.wav", .wav), ("a.flac", .flac), ("a.avi", .avi),
        ("a.m4a", .m4a), ("a", nil), ("mp4", nil), ("a.txt", nil), ("a.mp4/b", nil), ("a.", nil), ("", nil),
    ])
    func `The ending of a name says which`(path: String, container: Container?) {
        #expect(Container(forPath: path) == container)
    }

    @Test(arguments: Container.allCases)
    func `Each carries what it is given where nothing is named`(container: Container) {
        if let video = container.defaultVideo { #expect(container.canCarry(codec: video.rawValue)) }
        #expect(container.canCarry(codec: container.defaultAudio.codecName(sourceBits: 16)))
    }

    @Test(arguments: VideoCodec.allCases)
    func `Every codec is found by its own name and its encoder's`(codec: VideoCodec) {
        #expect(VideoCodec(named: codec.rawValue) == codec)
        #expect(VideoCodec(named: codec.encoder) == codec)
        #expect(VideoCodec(named: codec.rawValue.uppercased()) == codec)
    }

    @Test(arguments: AudioCodec.allCases, [16, 24])
    func `Every codec of audio, too`(codec: AudioCodec, bits: Int) {
        #expect(AudioCodec(named: codec.rawValue) == codec)
        if codec != .pcm || bits == 16 { #expect(AudioCodec(named: codec.encoder(sourceBits: bits)) == codec) }
    }

    @Test func `A name that is none is none`() {
        #expect(VideoCodec(named: "h266") == nil)
        #expect(AudioCodec(named: "mp9") == nil)
    }
}
