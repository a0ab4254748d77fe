import MediaSyntax
import RandomNumbers
import TestSupport
import Testing

/// Elements, chunks, packets and frames are found where they are, and no size is trusted.
@Suite(.endsIfItHangs) struct ContainerScannerTests {
    @Test func `An element has an identifier and a size of any length`() throws {
        func header(_ bytes: [UInt8]) -> ElementHeader? {
            var reader = ByteReader(bytes[...])
            return ElementHeader(&reader)
        }
        #expect(header([0xAE, 0x81])?.size == 1)
        #expect(header([0xAE, 0xFF])?.size == nil)
        #expect(header([0xAE, 0xFF])?.headerSize == 2)
        let long = try #require(header([0x18, 0x53, 0x80, 0x67, 1, 0, 0, 0, 0, 0, 1, 2]))
        #expect(long.id == .segment)
        #expect(long.size == 258)
        #expect(long.headerSize == 12)
        #expect(header([0x18, 0x53, 0x80, 0x67, 1, 255, 255, 255, 255, 255, 255, 255])?.size == nil)
        #expect(header([0x18, 0x53]) == nil)
        #expect(header([0]) == nil)
    }

    @Test func `Tracks of Matroska`() throws {
        let scratch = try ScratchDirectory()
        var clip = Clip("mkv", frames: 6, at: .fps(120))
        clip.audioTracks = [Clip.Audio("flac", samples: 2400)]
        let bytes = try ScratchDirectory.bytes(of: clip.write(to: scratch))
        let tracks = ElementScanner(ByteSource(bytes)).tracks()
        #expect(tracks.map(\.type) == [1, 2])
        #expect(tracks.allSatisfy { $0.namesCodec && !$0.isEncrypted })
    }

    @Test(arguments: ["mkv", "avi", "wav", "flac", "ts", "mp4"]) func `Changed bytes`(container: String) throws {
        let scratch = try ScratchDirectory()
        let clip =
            switch container {
            case "wav": Clip(container, audio: Clip.Audio(samples: 4800))
            case "flac": Clip(container, audio: Clip.Audio("flac", samples: 9600))
            case "avi": Clip(container, frames: 6, at: .fps(24), codec: .mjpeg)
            default: Clip(container, frames: 6, at: .fps(120))
            }
        let whole = try ScratchDirectory.bytes(of: clip.write(to: scratch))
        var random = SplitMix64(seed: 12)
        for _ in 0..<400 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                // Nearly everything that is read here stands at the beginning or at the end.
                let place = Int.random(in: 0..<min(bytes.count, 1200), using: &random)
                bytes[Bool.random(using: &random) ? place : bytes.count - 1 - place] =
                    [0, 1, 0x7F, 0x80, 0xFF]
                    .randomElement(using: &random) ?? 0
            }
            if Bool.random(using: &random) { bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random)) }
            Self.exhaust(bytes)
        }
    }

    private static func exhaust(_ bytes: [UInt8]) {
        let source = ByteSource(bytes)
        let count = UInt64(bytes.count)
        #expect(ElementScanner(source).tracks().count <= bytes.count)
        for stated in [
            ElementScanner(source).statedSize(), ChunkScanner(source).statedSize(), BoxScanner(source).statedSize(),
        ] {
            if let stated { #expect(stated > count) }
        }
        #expect(BoxScanner(source).tracks().count <= bytes.count)
        #expect(TransportScanner(source).scrambled().count <= bytes.count)
        if let samples = FLACScanner(source).missingSamples() { #expect(samples.present < samples.stated) }
    }

    @Test func `How samples of PCM lie in memory`() throws {
        var writer = ByteWriter()
        writer.uint32(0)
        writer.uint32(1)
        writer.box("ipcm") { writer in
            writer.append([UInt8](repeating: 0, count: 28))
            writer.box("pcmC") { $0.append([0, 0, 0, 0, 1, 24]) }
        }
        let table: SampleDescriptionBox = try #require(MovieBox(type: "stsd", payload: writer.bytes[...]).content())
        #expect(table.pcm?.sampleSize == 24)
        #expect(table.pcm?.isLittleEndian == true)
        #expect(!table.isEncrypted)
        #expect(Array(table.payload) == writer.bytes)
    }
}
