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
        #expect(tracks.map(\.number) == [1, 2])
        #expect(tracks.allSatisfy { $0.namesCodec && !$0.isEncrypted && $0.codecDelay == 0 })
    }

    @Test func `What a decoder of Opus leaves out`() throws {
        let scratch = try ScratchDirectory()
        let clip = Clip("mka", audio: Clip.Audio("libopus", samples: 9600))
        let bytes = try ScratchDirectory.bytes(of: clip.write(to: scratch))
        #expect(ElementScanner(ByteSource(bytes)).tracks().map(\.codecDelay) == [6_500_000])
    }

    @Test func `What Matroska does not want to be shown of frames`() {
        func crop(_ edges: [UInt8]) -> CroppedEdges? {
            let video = Self.element([0xE0], Self.element([0xB0], [2, 128]) + edges)
            let entry = Self.element([0xAE], Self.element([0x83], [1]) + Self.element([0x86], [86]) + video)
            let tracks = Self.element([0x16, 0x54, 0xAE, 0x6B], entry)
            let file = Self.element([0x18, 0x53, 0x80, 0x67], tracks)
            return ElementScanner(ByteSource(file)).tracks().first?.crop
        }
        let (bottom, top) = (Self.element([0x54, 0xAA], [8]), Self.element([0x54, 0xBB], [1, 4]))
        let (left, right) = (Self.element([0x54, 0xCC], [16]), Self.element([0x54, 0xDD], [0]))
        #expect(crop(bottom + top + left + right) == CroppedEdges(left: 16, top: 260, right: 0, bottom: 8))
        #expect(crop(right) == nil)
        #expect(crop([]) == nil)
    }

    @Test(arguments: [[0x45, 0xDD], [0x45, 0xDB]] as [[UInt8]])
    func `Chapters of Matroska that are played in an order of their own`(flag: [UInt8]) {
        let edition = Self.element([0x45, 0xB9], Self.element(flag, [1]))
        let chapters = Self.element([0x10, 0x43, 0xA7, 0x70], edition)
        let file = Self.element([0x18, 0x53, 0x80, 0x67], chapters + Self.cluster(at: [0]))
        #expect(ElementScanner(ByteSource(file)).playsChaptersInOrder() == (flag == [0x45, 0xDD]))
    }

    @Test(arguments: [true, false]) func `Chapters of Matroska, in any order, before the packets or behind them`(
        areBehind: Bool
    ) {
        func atom(_ start: UInt8, _ end: UInt8?, _ title: String) -> [UInt8] {
            let display = Self.element([0x80], Self.element([0x85], Array(title.utf8)))
            let stated = end.map { Self.element([0x92], [$0]) } ?? []
            return Self.element([0xB6], Self.element([0x91], [start]) + stated + display)
        }
        let other = Self.element([0x45, 0xB9], atom(7, nil, "other"))
        let flag = Self.element([0x45, 0xDB], [1])
        let edition = Self.element([0x45, 0xB9], flag + atom(5, 9, "late") + atom(2, nil, "early"))
        let chapters = Self.element([0x10, 0x43, 0xA7, 0x70], other + edition)
        let cluster = Self.cluster(at: [0])
        func seek(_ place: UInt8) -> [UInt8] {
            let entry = Self.element([0x53, 0xAB], [0x10, 0x43, 0xA7, 0x70]) + Self.element([0x53, 0xAC], [place])
            return Self.element([0x11, 0x4D, 0x9B, 0x74], Self.element([0x4D, 0xBB], entry))
        }
        let place = UInt8(seek(0).count + cluster.count)
        let content = areBehind ? seek(place) + cluster + chapters : chapters + cluster
        let file = Self.element([0x18, 0x53, 0x80, 0x67], content)
        let found = ElementScanner(ByteSource(file)).chapterElements()
        #expect(found.map(\.start) == [5, 2])
        #expect(found.map(\.end) == [9, nil])
        #expect(found.map(\.title) == ["late", "early"])
    }

    @Test func `Blocks of Matroska`() {
        let first = Self.cluster(at: [3, 0xE8], Self.simple(track: 1, 0, 0x80), Self.group(track: 2, 5, isKey: false))
        let second = Self.cluster(at: [7, 0xD0], Self.group(track: 1, -2, isKey: true), Self.simple(track: 1, 9, 0x02))
        let file = Self.element([0x18, 0x53, 0x80, 0x67], first + Self.element([0xEC], [0, 0, 0]) + second)
        var blocks: [MatroskaBlock] = []
        let isWhole = ElementScanner(ByteSource(file)).forEachBlock { block in
            blocks.append(block)
            return true
        }
        #expect(isWhole)
        #expect(blocks.map(\.track) == [1, 2, 1, 1])
        #expect(blocks.map(\.time) == [1000, 1005, 1998, 2009])
        #expect(blocks.map(\.isKey) == [true, false, true, false])
        #expect(blocks.map(\.isLaced) == [false, false, false, true])
        for block in blocks { #expect(file[Int(block.payload.lowerBound)..<Int(block.payload.upperBound)] == [7, 7]) }
    }

    @Test func `Blocks are all there, or it is said that they are not`() {
        let cluster = Self.cluster(at: [0], Self.simple(track: 1, 0, 0x80), Self.simple(track: 1, 4, 0))
        let whole = Self.element([0x18, 0x53, 0x80, 0x67], cluster + cluster)
        var live = whole
        // A cluster without a size.
        live.replaceSubrange(9..<10, with: [0xFF])
        let endless = [0x18, 0x53, 0x80, 0x67, 0xFF] + cluster
        func read(_ bytes: [UInt8], most: Int = .max) -> (count: Int, isWhole: Bool) {
            var count = 0
            let isWhole = ElementScanner(ByteSource(bytes)).forEachBlock { _ in
                count += 1
                return count < most
            }
            return (count, isWhole)
        }
        #expect(read(whole) == (4, true))
        #expect(read(endless) == (2, true))
        #expect(read(live) == (4, true))
        #expect(read(live, most: 3) == (3, false))
        #expect(read(whole, most: 3) == (3, false))
        for length in 0..<whole.count { #expect(!read(Array(whole.prefix(length))).isWhole) }
        // A block that is cut short.
        #expect(!read(Array(live.dropLast())).isWhole)
    }

    private static func element(_ id: [UInt8], _ content: [UInt8]) -> [UInt8] {
        id + [0x80 | UInt8(content.count)] + content
    }

    private static func cluster(at time: [UInt8], _ blocks: [UInt8]...) -> [UInt8] {
        element([0x1F, 0x43, 0xB6, 0x75], element([0xE7], time) + blocks.flatMap(\.self))
    }

    private static func block(_ track: UInt8, _ offset: Int16, _ flags: UInt8) -> [UInt8] {
        let offset = UInt16(bitPattern: offset)
        return [0x80 | track, UInt8(offset >> 8), UInt8(truncatingIfNeeded: offset), flags, 7, 7]
    }

    private static func simple(track: UInt8, _ offset: Int16, _ flags: UInt8) -> [UInt8] {
        element([0xA3], block(track, offset, flags))
    }

    private static func group(track: UInt8, _ offset: Int16, isKey: Bool) -> [UInt8] {
        element([0xA0], element([0xA1], block(track, offset, 0)) + (isKey ? [] : element([0xFB], [0xFC])))
    }

    @Test func `A header of 64 bits that is cut short states no size`() {
        let whole = Array("RF64".utf8) + Array(repeating: 0xFF, count: 4) + Array("WAVEds64".utf8) + [28, 0, 0, 0]
        for length in 0..<28 {
            let file = whole + Array(repeating: 1, count: length)
            #expect(ChunkScanner(ByteSource(file)).statedSize() == nil)
        }
    }

    @Test(arguments: ["mkv", "avi", "wav", "flac", "ts", "mp4", "ogg"]) func `Changed bytes`(container: String) throws {
        let scratch = try ScratchDirectory()
        let clip =
            switch container {
            case "wav": Clip(container, audio: Clip.Audio(samples: 4800))
            case "ogg": Clip(container, audio: Clip.Audio("libvorbis", samples: 9600))
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
        #expect(ElementScanner(source).chapterElements().count <= bytes.count)
        var blockCount = 0
        _ = ElementScanner(source).forEachBlock { block in
            blockCount += 1
            return block.payload.lowerBound <= block.payload.upperBound
        }
        #expect(blockCount <= bytes.count)
        for stated in [
            ElementScanner(source).statedSize(), ChunkScanner(source).statedSize(), BoxScanner(source).statedSize(),
        ] {
            if let stated { #expect(stated > count) }
        }
        #expect(BoxScanner(source).tracks().count <= bytes.count)
        #expect(TransportScanner(source).scrambled().count <= bytes.count)
        _ = OggScanner(source).isChained()
        if let samples = FLACScanner(source).missingSamples() { #expect(samples.present < samples.stated) }
    }

    /// Which part is shown, and how far its middle lies from that of 448x240.
    @Test(
        arguments: [
            ([400, 1, 200, 1, 0, 1, 0, 1], CroppedEdges(left: 24, top: 20, right: 24, bottom: 20)),
            ([800, 2, 239, 1, 0xFFFF_FFFC, 1, 1, 2], CroppedEdges(left: 20, top: 1, right: 28, bottom: 0)),
            ([448, 1, 240, 1, 0, 1, 0, 1], nil), ([448, 1, 240, 0, 0, 1, 0, 1], nil), ([400, 1, 200], nil),
        ] as [([UInt32], CroppedEdges?)]
    )
    func `What a clean aperture leaves of frames`(numbers: [UInt32], edges: CroppedEdges?) throws {
        var writer = ByteWriter()
        writer.uint32(0)
        writer.uint32(1)
        writer.box("avc1") { writer in
            writer.append([UInt8](repeating: 0, count: 24) + [1, 192, 0, 240] + [UInt8](repeating: 0, count: 50))
            writer.box("clap") { writer in for number in numbers { writer.uint32(number) } }
        }
        let table: SampleDescriptionBox = try #require(MovieBox(type: "stsd", payload: writer.bytes[...]).content())
        #expect(table.crop == edges)
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
