import FFmpeg
import MediaSyntax
import MediaTime
import Mutations
import RandomNumbers
import TestSupport
import Testing

/// Whatever a file says, nothing traps, nothing is read beyond the bytes that are there, and what comes out is no longer
/// than what went in.
@Suite(.endsIfItHangs) struct HostileInputTests {
    /// Lengths and numbers that are likely to go wrong.
    private static let numbers: [UInt64] = [
        0, 1, 7, 8, 9, 15, 16, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFE, 0xFFFF_FFFF, 1 << 63, .max, .max - 7,
    ]

    @Test(arguments: MadeMovies.kinds) func `Boxes`(kind: String) throws {
        // What is in `mdat` is not read here: only its header is left.
        let bytes = MovieBox.list(in: try MadeMovies().bytes(kind)[...]).flatMap { box in
            var writer = ByteWriter()
            if box.type == "mdat" { writer.boxHeader("mdat", size: 8) } else { writer.box(box) }
            return writer.bytes
        }
        let places = Self.sizes(in: bytes)
        try #require(places.count > 20)
        Self.exhaust(boxes: bytes)
        var random = SplitMix64(seed: 4)
        for _ in Rounds.seeds(1500) { Self.exhaust(boxes: Self.mutated(bytes, sizesAt: places, &random)) }
    }

    /// A timecode, edit lists and numbers, with all that they lie in. The first list says in two entries what one says.
    @Test func `What movies say of themselves`() throws {
        let scratch = try ScratchDirectory()
        var clip = Clip("mov", frames: 4, at: .fps(25))
        clip.metadata = [MetadataEntry(key: "timecode", value: "10:00:00:00")]
        var bytes = try ScratchDirectory.bytes(of: clip.write(to: scratch))
        let frame = try UInt32(MovieFile.timescale(of: bytes)) / 25
        let unit = try ClipReader(scratch.file("clip.mov")).streams[0].timeBase.denominator
        try MovieFile.setEdits(of: &bytes, to: [(frame, 0, 1 << 16), (3 * frame, Int32(unit) / 25, 1 << 16)])
        #expect(BoxScanner(ByteSource(bytes)).timecodeTracks().map(\.samples.count) == [1])
        #expect(BoxScanner(ByteSource(bytes)).joinedEdits().count == 1)
        let numbers = [MovieKeysBox.Item(key: "a", value: .number("7", .int8, count: 1))]
        var writer = ByteWriter()
        writer.box("moov") { $0.append(MovieKeysBox(numbers).bytes) }
        #expect(BoxScanner(ByteSource(writer.bytes)).movieNumbers() == numbers)
        var random = SplitMix64(seed: 9)
        for movie in [bytes, writer.bytes] {
            let places = Self.sizes(in: movie)
            for _ in Rounds.seeds(300) {
                let mutated = Self.mutated(movie, sizesAt: places, &random)
                let scanner = BoxScanner(ByteSource(mutated))
                #expect(scanner.timecodeTracks().allSatisfy { !$0.samples.isEmpty })
                let changes = scanner.joinedEdits()
                #expect(changes.allSatisfy { $0.position + UInt64($0.bytes.count) <= UInt64(mutated.count) })
                _ = (scanner.movieNumbers(), scanner.editedTracks())
            }
        }
    }

    /// Two recordings in fragments, one behind the other, and what a camera says of a track.
    @Test func `Damaged fragments and keys of tracks are read to an end`() throws {
        let movies = try MadeMovies()
        var bytes = try movies.bytes("fragments.mp4")
        let scanner = BoxScanner(ByteSource(bytes))
        let fragments = try #require(scanner.first("moof")).range.lowerBound
        bytes += bytes[Int(fragments)...]
        #expect(BoxScanner(ByteSource(bytes)).fragments()?.restarts?.count == 1)
        let items = [MovieKeysBox.Item(key: "a", value: .stored(type: 70, [1, 2, 3]))]
        let plain = try movies.bytes("audio.mov")
        let movie = try #require(MovieBox.list(in: plain[...]).first { $0.type == "moov" })
        var writer = ByteWriter()
        writer.box("moov") { writer in
            for box in movie.children {
                writer.box(box.type) {
                    $0.append(box.payload)
                    if box.type == "trak" { $0.append(MovieKeysBox(items).bytes) }
                }
            }
        }
        #expect(BoxScanner(ByteSource(writer.bytes)).tracks().map(\.keys) == [items])
        var random = SplitMix64(seed: 11)
        for movie in [bytes, writer.bytes] {
            let places = Self.sizes(in: movie)
            for _ in Rounds.seeds(300) {
                let mutated = Self.mutated(movie, sizesAt: places, &random)
                let scanner = BoxScanner(ByteSource(mutated))
                let changes = scanner.fragments()?.restarts?.changes ?? []
                #expect(changes.allSatisfy { $0.position + UInt64($0.bytes.count) <= UInt64(mutated.count) })
                _ = scanner.tracks().map { ($0.keys, $0.samples.viewBoxes) }
            }
        }
    }

    @Test func `Boxes in boxes, as deep as there is room for`() {
        var writer = ByteWriter()
        for depth in 0..<20_000 {
            writer.boxHeader(depth % 2 == 0 ? "moov" : "trak", size: UInt32(8 * (20_000 - depth)))
        }
        let bytes = writer.bytes
        let boxes = MovieBox.list(in: bytes[...])
        #expect(boxes.count == 1)
        #expect(boxes.first?.descendant("trak", "moov", "trak", "udta") == nil)
        #expect(BoxScanner(ByteSource(bytes)).first("moov", "trak", "moov", "trak", "moov")?.range.lowerBound == 32)
    }

    @Test func `A run or a table that claims thousands of millions takes no memory`() throws {
        let run: TrackRunBox = try #require(
            MovieBox(type: "trun", payload: [0, 0, 0, 0, 255, 255, 255, 255]).content()
        )
        #expect(run.sampleCount == .max)
        #expect(run.samples.isEmpty)
        let claim: [UInt8] = [255, 255, 255, 255, 1, 2, 3, 4, 5, 6, 7, 8]
        for type in ["stts", "ctts", "stss", "stsc", "stco", "co64", "elst"] as [BoxType] {
            #expect(MovieBox(type: type, payload: [0, 0, 0, 0] + claim[...]).anyContent == nil)
        }
        // Behind a common size of 0.
        #expect(MovieBox(type: "stsz", payload: [0, 0, 0, 0, 0, 0, 0, 0] + claim[...]).anyContent == nil)
    }

    @Test(arguments: [Clip.FrameCodec.h264, .hevc], ["mp4", "ts"])
    func `Units and records`(codec: Clip.FrameCodec, container: String) throws {
        let scratch = try ScratchDirectory()
        var clip = Clip(container, frames: 4, at: .fps(30), codec: codec)
        clip.frames?.repeatsHeaders = true
        let reader = try ClipReader(clip.write(to: scratch))
        let parameters = reader.streams[0].parameters
        let name = try #require(NALCodec(rawValue: parameters.codecName))
        let payloads = reader.packets[0].map { Array($0.payload.bytes.prefix(400)) }
        var random = SplitMix64(seed: 5)
        for round in Rounds.seeds(1500).map(Int.init) {
            let payload = payloads[round % payloads.count]
            let places = round % 2 == 0 ? Array(0..<payload.count / 4) : [0]
            let damaged = Self.mutated(payload, sizesAt: places, &random)
            Self.exhaust(units: damaged, name)
            let units = NALUnits(name, configuration: parameters.extradata)
            var formats = try #require(
                PictureFormats(codec: parameters.codecName, configuration: parameters.extradata)
            )
            for _ in 0..<2 { formats.take(damaged.span) }
            #expect(formats.found.allSatisfy { $0.width > 0 && $0.height > 0 })
            #expect(units.breakingLink(damaged).count == damaged.count)
            for unit in units.units(of: damaged[...]) {
                #expect(HEVCSetNumber.renumbered(unit).map { $0.count <= 2 * unit.count + 4 } ?? true)
                _ = HEVCSetNumber.stating(profile: Array(repeating: 1, count: 12), in: unit)
                _ = HEVCSetNumber.profile(ofSequenceSet: unit)
            }
            Self.exhaust(record: Self.mutated(parameters.extradata, sizesAt: [], &random), name)
        }
    }

    /// A parameter set of each kind, and the beginning of a slice.
    @Test func `Pictures`() {
        let payload = Array(FieldClip().bytes.prefix(120))
        var random = SplitMix64(seed: 6)
        for _ in Rounds.seeds(3000) {
            let bytes = Self.mutated(payload, sizesAt: [], &random)
            var reader = PictureReader(configuration: Self.mutated(payload, sizesAt: [], &random))
            let picture = reader.firstPicture(in: bytes.span)
            #expect(picture.map { $0.frameNumber < 1 << 16 } ?? true)
            _ = reader.holdsOnly(.topField, bytes.span)
            var coding = H264CodingReader(configuration: Self.mutated(payload, sizesAt: [], &random))
            let quantiser = coding.quantiser(ofFrameIn: bytes.span)
            #expect(quantiser == nil || coding.coding?.head.count == 3)
        }
    }

    @Test(arguments: ["mpeg4", "vp8", "vp9", "h264", "hevc"]) func `Headers of frames`(codec: String) throws {
        // A layer and a frame of MPEG-4, and the index of a superframe of VP9.
        let payload: [UInt8] = [0, 0, 1, 0x20, 0, 0x84, 0x40, 0x07, 0xA0, 0, 0, 1, 0xB6, 0x5B, 0x80, 0xC1, 8, 3, 0xC1]
        var random = SplitMix64(seed: 7)
        for _ in Rounds.seeds(3000) {
            let bytes = Self.mutated(payload, sizesAt: [], &random)
            let configuration = Self.mutated(payload, sizesAt: [], &random)
            var frames = try #require(ShownFrames(codec: codec, configuration: configuration))
            _ = frames.visibility(of: bytes.span)
            #expect(VisualObject.count(in: bytes.span) <= bytes.count / 4)
        }
    }

    /// Headers of MPEG-2, of a JPEG image and of VP8.
    @Test(
        arguments: [
            (
                "mpeg2video",
                [0, 0, 1, 0xB3, 0x2D, 0x02, 0x40, 0x33, 0xFF, 0xFF, 0xE0, 0x18, 0, 0, 1, 0xB5, 0x14, 0x82, 0, 1, 0]
            ),
            ("mjpeg", [0xFF, 0xD8, 0xFF, 0xFE, 0, 4, 1, 2, 0xFF, 0xC0, 0, 11, 8, 0, 90, 1, 64, 1, 1, 0x11, 0]),
            ("vp8", [0x10, 0x02, 0x00, 0x9D, 0x01, 0x2A, 0xB0, 0x40, 0x90, 0x00, 1, 2]),
        ] as [(String, [UInt8])]
    )
    func `Formats in headers of pictures`(codec: String, payload: [UInt8]) throws {
        var whole = try #require(PictureFormats(codec: codec, configuration: []))
        #expect(whole.take(payload.span) != nil)
        var random = SplitMix64(seed: 9)
        for _ in Rounds.seeds(3000) {
            var formats = try #require(PictureFormats(codec: codec, configuration: []))
            formats.take(Self.mutated(payload, sizesAt: [], &random).span)
            #expect(formats.found.allSatisfy { $0.width > 0 && $0.height > 0 })
        }
    }

    /// A key frame of VP9, and the header of a sequence and a key frame of AV1.
    @Test(arguments: ["vp9", "av1"]) func `Where decoding can begin`(codec: String) throws {
        let record: [UInt8] = [0x81, 0, 0x4C, 0] + AV1Bytes.deepHeader
        let payload = codec == "vp9" ? VP9Bytes.key : AV1Bytes.header + [0x32, 2, 0x10, 0]
        let header = try #require(AV1Stream(configuration: record).header)
        let key = try #require(VP9Bytes.keyFrame(VP9Bytes.key))
        var random = SplitMix64(seed: 8)
        for _ in Rounds.seeds(3000) {
            let bytes = Self.mutated(payload, sizesAt: [], &random)
            let configuration = Self.mutated(record, sizesAt: [], &random)
            let syntax = try #require(FrameSyntax(codec: codec, configuration: configuration))
            _ = syntax.decodingEntry(bytes.span)
            #expect(syntax.broken(bytes).count >= bytes.count)
            #expect(key.stating(in: bytes).count == bytes.count)
            _ = AV1Stream.packet(bytes, stating: header, inserting: [0])
            _ = AV1Stream.lastingInformation(of: bytes.span)
        }
    }
}

extension HostileInputTests {
    /// Where the sizes of boxes stand.
    private static func sizes(in bytes: [UInt8]) -> [Int] {
        let scanner = BoxScanner(ByteSource(bytes))
        var places: [Int] = []
        func walk(_ range: Range<UInt64>, depth: Int) {
            var position = range.lowerBound
            while depth > 0, let box = scanner.box(at: position, before: range.upperBound) {
                places.append(Int(position))
                if containers.contains(box.type) { walk(box.content, depth: depth - 1) }
                position = box.range.upperBound
            }
        }
        walk(scanner.whole, depth: 8)
        return places
    }

    /// The bytes with one to four changes: cut off, bits flipped, numbers set, a part repeated or moved into itself.
    private static func mutated(_ bytes: [UInt8], sizesAt places: [Int], _ random: inout SplitMix64) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            guard !bytes.isEmpty else { return bytes }
            let place = Int.random(in: 0..<bytes.count, using: &random)
            let number = numbers.randomElement(using: &random) ?? 0
            switch Int.random(in: 0..<6, using: &random) {
            case 0: bytes.removeLast(Int.random(in: 0...min(bytes.count, 64), using: &random))
            case 1: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            case 2: set(number, byteCount: 4, at: places.randomElement(using: &random) ?? place, in: &bytes)
            case 3:
                // A size of 64 bits behind the mark that says so.
                let start = places.randomElement(using: &random) ?? place
                set(1, byteCount: 4, at: start, in: &bytes)
                set(number, byteCount: 8, at: start + 8, in: &bytes)
            case 4: set(number, byteCount: 4, at: place, in: &bytes)
            default:
                let end = Int.random(in: place...min(bytes.count, place + 64), using: &random)
                bytes.insert(contentsOf: bytes[place..<end], at: place)
            }
        }
        return bytes
    }

    private static func set(_ number: UInt64, byteCount: Int, at place: Int, in bytes: inout [UInt8]) {
        for index in 0..<byteCount where place + index < bytes.count {
            bytes[place + index] = UInt8(truncatingIfNeeded: number >> (8 * UInt64(byteCount - 1 - index)))
        }
    }

    /// Reads all that can be read of some boxes, and writes it again.
    private static func exhaust(boxes bytes: [UInt8]) {
        let all = MovieBox.list(in: bytes[...]).flatMap { $0.tree() }
        #expect(all.count <= bytes.count)
        for box in all {
            guard var content = box.anyContent else { continue }
            let written = content.payload
            #expect(written.count <= box.payload.count + 1024)
            #expect(MovieBox(type: box.type, payload: written).anyContent.map { $0.payload == written } == true)
            if var list = content as? EditListBox {
                _ = list.end(at: 1000)
                content = list
            }
        }
        let scanner = BoxScanner(ByteSource(bytes))
        #expect(scanner.boxes("moof", in: scanner.whole).count <= bytes.count / 8)
        _ = scanner.samsungCaptureRate()
        _ = scanner.editedTracks()
        #expect(scanner.timecodeTracks().allSatisfy { !$0.samples.isEmpty })
        _ = scanner.movieNumbers()
        if let place = scanner.first("moov", "trak", "edts", "elst") {
            _ = scanner.content(of: place, as: EditListBox.self)
        }
    }

    /// Reads all that can be read of a packet.
    private static func exhaust(units bytes: [UInt8], _ codec: NALCodec) {
        for framing in [NALFraming.startCodes, .lengths(size: 1), .lengths(size: 2), .lengths(size: 4)] {
            let units = NALUnits(codec, framing)
            let found = units.units(of: bytes[...])
            #expect(found.reduce(0) { $0 + $1.count } <= bytes.count)
            for unit in found { _ = ParameterSet(unit, codec: codec) }
            let access = AccessUnit(bytes.span, units: units)
            _ = access.frame?.isDisposable(temporalLayers: 1)
            _ = units.fit(bytes.span)
            _ = units.firstHeader(in: bytes.span) { $0.isSlice || $0.isRandomAccess }
            #expect((units.lastingInformation(of: bytes.span) ?? []).count <= 2 * bytes.count + 2)
            var reader = FrameTimecode.Reader(units, configuration: bytes)
            if let timecode = reader.timecode(of: bytes.span) {
                for unit in found { #expect(timecode.stamping(unit).count <= 2 * unit.count + 64) }
                #expect((timecode.unit ?? []).count <= 2 * bytes.count + 4)
            }
            if let same = units.replacingUnits(of: bytes[...], { $0 }) { #expect(same == bytes) }
        }
    }

    /// Reads all that can be read of a configuration record.
    private static func exhaust(record bytes: [UInt8], _ codec: NALCodec) {
        _ = NALUnits(codec, configuration: bytes)
        _ = HEVCConfiguration.temporalLayers(in: bytes)
        guard var configuration = codec.configuration(bytes) else { return }
        #expect(configuration.record == bytes)
        configuration.replaceUnits { unit in
            _ = ParameterSet(unit, codec: codec)
            return unit.dropLast()
        }
        #expect(configuration.record.count <= bytes.count)
        _ = EmulationPrevention.removed(from: bytes[...])
        var bits = BitReader(bytes[...])
        while bits.exponentialGolomb() != nil {}
    }
}
