import FFmpeg
import MediaSyntax
import MediaTime
import TestSupport
import Testing

/// What is read of libavformat's movies is what libavformat reads, and is written again as it was.
@Suite struct BoxContentTests {
    let movies: MadeMovies

    init() throws { movies = try MadeMovies() }

    @Test(
        arguments: [
            (
                "plain.mp4",
                ["mvhd", "tkhd", "mdhd", "elst", "stts", "ctts", "stss", "stsz", "stsc", "stco", "stsd", "chpl"]
            ),
            ("hevc.mov", ["mvhd", "tkhd", "mdhd", "elst", "stts", "ctts", "stss", "stsz", "stsc", "stco"]),
            ("fragments.mp4", ["mvhd", "tkhd", "mdhd", "stts", "stsz", "stsc", "stco", "tfhd", "tfdt", "trun"]),
            ("audio.mov", ["mvhd", "tkhd", "mdhd", "stts", "stsz", "stsc", "stco"]),
        ] as [(String, Set<BoxType>)]
    )
    func `Every box is written again byte for byte`(kind: String, expected: Set<BoxType>) throws {
        var seen: Set<BoxType> = []
        for box in MovieBox.list(in: try movies.bytes(kind)[...]).flatMap({ $0.tree() }) {
            guard let content = box.anyContent else { continue }
            seen.insert(box.type)
            #expect(content.payload == box.payload)
        }
        #expect(seen.isSuperset(of: expected), "\(expected.subtracting(seen))")
    }

    @Test(arguments: ["plain.mp4", "hevc.mov"]) func `Tables say what the demuxer says`(kind: String) throws {
        let path = try movies.path(kind)
        let boxes = MovieBox.list(in: try ScratchDirectory.bytes(of: path)[...])
        let moov = try #require(boxes.first { $0.type == "moov" })
        let table = try #require(moov.descendant("trak", "mdia", "minf", "stbl"))
        let packets = try #require(try ClipReader(path).packets.first)

        let sizes: SampleSizeBox = try #require(table.child())
        #expect(sizes.sizes == .each(packets.map { UInt32($0.payload.bytes.count) }))
        let keys: SyncSampleBox = try #require(table.child())
        #expect(keys.samples == packets.indices.filter { packets[$0].isKey }.map { UInt32($0 + 1) })

        let media: TimescaleBox = try #require(moov.descendant("trak", "mdia")?.child())
        let timescale = Int32(media.timescale)
        let durations: TimeToSampleBox = try #require(table.child())
        let steps = durations.runs.flatMap { Array(repeating: $0.value, count: Int($0.count)) }
        let decoded = try packets.map { try #require($0.dts) }
        for (step, pair) in zip(steps, zip(decoded, decoded.dropFirst())) {
            #expect(try pair.1 - pair.0 == RationalTime(Int64(step), timescale))
        }
        let offsets: CompositionOffsetBox = try #require(table.child())
        let delays = offsets.runs.flatMap { Array(repeating: $0.value, count: Int($0.count)) }
        let edits: EditListBox = try #require(moov.descendant("trak", "edts")?.child())
        let hidden = try #require(edits.entries.first?.mediaTime)
        #expect(delays.count == packets.count)
        var time: Int64 = 0
        for (packet, (delay, step)) in zip(packets, zip(delays, steps)) {
            #expect(packet.pts == RationalTime(time + Int64(delay) - hidden, timescale))
            time += Int64(step)
        }
        let chunks: ChunkOffsetBox = try #require(table.child())
        #expect(chunks.offsets.first == packets.first?.position.map { UInt64($0) })
        let positions = Set(packets.compactMap { $0.position.map { UInt64($0) } })
        #expect(chunks.offsets.allSatisfy(positions.contains))
        let counts: SampleToChunkBox = try #require(table.child())
        #expect(counts.entries.first?.firstChunk == 1)
    }

    @Test func `Fragments say what the demuxer says`() throws {
        let path = try movies.path("fragments.mp4")
        let clip = try ClipReader(path)
        let fragments = MovieBox.list(in: try ScratchDirectory.bytes(of: path)[...]).filter { $0.type == "moof" }
        #expect(fragments.count >= 2)
        var sizes: [UInt32] = []
        var first: UInt64?
        for track in fragments.flatMap(\.children) where track.type == "traf" {
            let header: TrackFragmentHeaderBox = try #require(track.child())
            let time: TrackFragmentTimeBox = try #require(track.child())
            #expect(header.countsFromFragment)
            guard header.trackID == 1 else { continue }
            first = first ?? time.time
            for box in track.children where box.type == "trun" {
                let run: TrackRunBox = try #require(box.content())
                #expect(run.fields.contains(.size))
                sizes += run.samples.map(\.size)
            }
        }
        #expect(sizes == clip.packets[0].map { UInt32($0.payload.bytes.count) })
        #expect(first == 0)
    }

    @Test func `Samples of the same size are one number`() throws {
        let path = try movies.path("audio.mov")
        let moov = MovieBox.list(in: try ScratchDirectory.bytes(of: path)[...]).first { $0.type == "moov" }
        let sizes: SampleSizeBox? = moov?.descendant("trak", "mdia", "minf", "stbl")?.child()
        #expect(sizes?.sizes == .same(bytes: 2, count: 4800))
        #expect(SampleSizeBox(sizes: [2, 2]).sizes == .same(bytes: 2, count: 2))
        // A common size of 0 would mean a table of sizes.
        #expect(SampleSizeBox(sizes: [0, 0]).sizes == .each([0, 0]))
        #expect(SampleSizeBox(sizes: []).sizes == .each([]))
    }

    @Test func `Chapters are those of the demuxer`() throws {
        let path = try movies.path("plain.mp4")
        let moov = MovieBox.list(in: try ScratchDirectory.bytes(of: path)[...]).first { $0.type == "moov" }
        let list: ChapterListBox? = moov?.child("udta")?.child()
        #expect(list?.chapters == [ChapterListBox.Chapter(start: 500_000, title: "Ball")])
    }

    @Test func `A title that is too long is cut between characters, and chapters that are too many are left out`() {
        let chapter = ChapterListBox.Chapter(start: 1, title: String(repeating: "ü", count: 200))
        #expect(chapter.title == String(repeating: "ü", count: 127))
        let list = ChapterListBox(Array(repeating: chapter, count: 300))
        #expect(list.chapters.count == 255)
        #expect(MovieBox(type: "chpl", payload: list.payload).content() == list)
    }

    @Test(
        arguments: [
            (100, [30, 70], [30, 50], 80), (100, [30, 70], [30, 70], 120), (100, [30, 70], [30, 0], 20),
            (0, [], [], 5),
        ] as [(UInt64, [UInt64], [UInt64], UInt64)]
    )
    func `The last edit is shortened, and no other`(
        whole: UInt64,
        durations: [UInt64],
        shortened: [UInt64],
        total: UInt64
    ) {
        var list = EditListBox(durations.map { EditListBox.Entry(duration: $0, mediaTime: 0) })
        let end = list.end(at: total)
        #expect(list.entries.map(\.duration) == shortened)
        #expect(end == (durations.isEmpty ? nil : shortened.reduce(0, +)))
        #expect((end ?? 0) <= whole)
    }

    @Test func `Edits that last longer than can be counted are refused`() {
        let entry = EditListBox.Entry(duration: .max, mediaTime: 0)
        var list = EditListBox([entry, entry, entry])
        #expect(list.end(at: 5) == nil)
    }

    @Test(arguments: [0, 1] as [UInt8]) func `Times of 32 and of 64 bits`(version: UInt8) throws {
        var list = EditListBox([EditListBox.Entry(duration: 7, mediaTime: -1), .init(duration: 9, mediaTime: 3)])
        list.version = version
        #expect(list.payload.count == 8 + 2 * (version == 1 ? 20 : 12))
        let read: EditListBox = try #require(MovieBox(type: "elst", payload: list.payload).content())
        #expect(read == list)
    }

    @Test func `Boxes of other types and of unknown versions are refused`() throws {
        let box = MovieBox(type: "elst", payload: [2, 0, 0, 0, 0, 0, 0, 0])
        #expect(box.content(EditListBox.self) == nil)
        #expect(MovieBox(type: "stts", payload: EditListBox([]).payload).content(EditListBox.self) == nil)
    }
}
