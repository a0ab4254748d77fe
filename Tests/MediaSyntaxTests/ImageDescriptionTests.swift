import MediaSyntax
import Testing

@testable import MediaSyntax

/// What is written into images of how they came about, read again by the rules of the formats.
@Suite struct ImageDescriptionTests {
    private static var description: ExifDescription {
        var description = ExifDescription()
        description.title = "clip.mp4, frame 3"
        description.make = "Ab"
        description.model = "Model 1"
        description.lens = "50 mm"
        description.moment = ExifDescription.Moment(
            date: "2026:11:21 15:20:01",
            fraction: "500000",
            offset: "+02:00"
        )
        description.place = ExifDescription.Place(latitude: -47.5678, longitude: 8.25, altitude: -12.5)
        return description
    }

    @Test func `Fields are where Exif has them`() throws {
        let file = TIFFFile(Self.description.bytes)
        let main = try file.directory(at: 8)
        #expect(main.keys.sorted() == [0x010E, 0x010F, 0x0110, 0x0131, 0x8769, 0x8825])
        #expect(file.text(main[0x010E]) == "clip.mp4, frame 3")
        #expect(file.text(main[0x010F]) == "Ab")
        #expect(file.text(main[0x0110]) == "Model 1")
        let details = try file.directory(at: file.number(main[0x8769]))
        #expect(file.text(details[0x9003]) == "2026:11:21 15:20:01")
        #expect(file.text(details[0x9291]) == "500000")
        #expect(file.text(details[0x9011]) == "+02:00")
        #expect(file.text(details[0xA434]) == "50 mm")
        let place = try file.directory(at: file.number(main[0x8825]))
        #expect(file.text(place[1]) == "S")
        #expect(abs(file.fractions(place[2]).degrees - 47.5678) < 1e-7)
        #expect(file.text(place[3]) == "E")
        #expect(file.fractions(place[4]) == [8, 15, 0])
        #expect(place[5]?.value.first == 1)
        #expect(file.fractions(place[6]) == [12.5])
    }

    @Test func `What is not known is left out`() throws {
        let file = TIFFFile(ExifDescription().bytes)
        #expect(try file.directory(at: 8).keys.sorted() == [0x0131, 0x8769])
    }

    @Test func `A JPEG image has it in its first segment`() throws {
        let image: [UInt8] = [0xFF, 0xD8, 0xFF, 0xDB, 1, 2, 3]
        let bytes = try #require(JPEGImage.image(image, with: Self.description))
        let exif = Self.description.bytes
        #expect(bytes.starts(with: [0xFF, 0xD8, 0xFF, 0xE1]))
        #expect(Int(bytes[4]) << 8 | Int(bytes[5]) == exif.count + 8)
        #expect(bytes[6..<12].elementsEqual("Exif\0\0".utf8))
        #expect(bytes[12...].elementsEqual(exif + image[2...]))
        #expect(JPEGImage.image([1, 2, 3], with: Self.description) == nil)
    }

    /// Segments up to the scan, each with its marker's second byte and so many bytes; then the scan.
    private static func image(_ segments: [(UInt8, Int)]) -> [UInt8] {
        let parts = segments.map { marker, count -> [UInt8] in
            [0xFF, marker, 0, UInt8(count + 2)] + [UInt8](repeating: 0, count: count)
        }
        return [0xFF, 0xD8] + parts.joined() + [1, 2, 0xFF, 0xC4, 0xFF, 0xD9]
    }

    /// As cameras of the kind AVI1 make them; then with tables, progressive, and cut off before the scan.
    @Test(
        arguments: [
            ([(0xE0, 14), (0xDB, 65), (0xC0, 15), (0xDA, 10)], true), ([(0xC4, 30), (0xC0, 15), (0xDA, 10)], false),
            ([(0xDB, 65), (0xC2, 15), (0xDA, 10)], false), ([(0xDB, 65), (0xC0, 15)], false),
        ] as [([(UInt8, Int)], Bool)]
    ) func `A JPEG image without tables gets the usual ones`(
        segments: [(UInt8, Int)],
        isMissing: Bool
    ) throws {
        let image = Self.image(segments)
        let bytes = try #require(JPEGImage.image(image, with: Self.description))
        let own = bytes.dropFirst(bytes.count - image.count + 2 - (isMissing ? JPEGTables.segment.count : 0))
        guard isMissing else {
            #expect(own.elementsEqual(image[2...]))
            return
        }
        let scan = image.count - 6 - 14
        #expect(own.elementsEqual(image[2..<scan] + JPEGTables.segment + image[scan...]))
    }

    /// All that a table stands for has a code, no two have the same, and none consists of ones.
    @Test func `The usual tables are complete`() throws {
        let segment = JPEGTables.segment
        #expect(segment.starts(with: [0xFF, 0xC4]))
        #expect(Int(segment[2]) << 8 | Int(segment[3]) == segment.count - 2)
        var rest = segment[4...]
        var names: [UInt8] = []
        while let name = rest.popFirst() {
            names.append(name)
            let counts = rest.prefix(16)
            let values = rest.dropFirst(16).prefix(counts.reduce(0) { $0 + Int($1) })
            rest = rest.dropFirst(16 + values.count)
            let room = counts.reduce(1) { 2 * $0 - Int($1) }
            #expect(room > 0)
            let all: [UInt8] =
                name < 0x10
                ? Array(0...11)
                : [0, 0xF0] + (0...15).flatMap { run in (1...10).map { UInt8(run << 4 | $0) } }
            #expect(values.sorted() == all.sorted())
        }
        #expect(names == [0, 0x10, 1, 0x11])
    }

    @Test func `A PNG image has it behind its header, with a checksum`() throws {
        let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        let header: [UInt8] = [0, 0, 0, 13] + Array("IHDR".utf8) + [UInt8](repeating: 7, count: 17)
        let chunk = PNGImage.Chunk.codingIndependentColour(primaries: 9, transfer: 16)
        let bytes = try #require(PNGImage.image(signature + header + [9, 9], with: [chunk]))
        #expect(bytes[33..<41].elementsEqual([0, 0, 0, 4] + Array("cICP".utf8)))
        #expect(bytes[41..<45].elementsEqual([9, 16, 0, 1]))
        #expect(bytes[49...].elementsEqual([9, 9]))
        // The checksum of the end of every PNG image.
        #expect(CyclicChecksum.of("IEND".utf8) == 0xAE42_6082)
        #expect(PNGImage.image(header, with: [chunk]) == nil)
    }

    @Test func `A WebP image becomes an extended one`() throws {
        let image = Array("RIFF".utf8) + [14, 0, 0, 0] + Array("WEBPVP8 ".utf8) + [2, 0, 0, 0, 5, 6]
        let bytes = try #require(WebPImage.image(image, width: 1920, height: 3, with: Self.description))
        let exif = Self.description.bytes
        #expect(Int(bytes[4]) | Int(bytes[5]) << 8 == bytes.count - 8)
        #expect(bytes[12..<20].elementsEqual(Array("VP8X".utf8) + [10, 0, 0, 0]))
        #expect(bytes[20..<30].elementsEqual([8, 0, 0, 0, 0x7F, 0x07, 0, 2, 0, 0]))
        #expect(bytes[30..<40].elementsEqual(image[12...]))
        #expect(bytes[40..<44].elementsEqual("EXIF".utf8))
        #expect(bytes[48...].prefix(exif.count).elementsEqual(exif))
        #expect(WebPImage.image(bytes, width: 1920, height: 3, with: Self.description) == nil)
    }
}

/// A big-endian TIFF file.
private struct TIFFFile {
    struct Entry {
        let type: Int
        let count: Int
        let value: ArraySlice<UInt8>
    }

    let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    func directory(at start: Int) throws -> [Int: Entry] {
        #expect(bytes.starts(with: [0x4D, 0x4D, 0, 42, 0, 0, 0, 8]))
        var entries: [Int: Entry] = [:]
        var last = -1
        for index in 0..<integer(start, 2) {
            let place = start + 2 + 12 * index
            let (tag, type, count) = (integer(place, 2), integer(place + 2, 2), integer(place + 4, 4))
            let size = try #require([1: 1, 2: 1, 4: 4, 5: 8, 7: 1][type]) * count
            let from = size <= 4 ? place + 8 : integer(place + 8, 4)
            #expect(tag > last)
            try #require(from + size <= bytes.count)
            entries[tag] = Entry(type: type, count: count, value: bytes[from..<from + size])
            last = tag
        }
        return entries
    }

    func text(_ entry: Entry?) -> String? {
        guard let entry, entry.type == 2, entry.value.last == 0 else { return nil }
        return String(decoding: entry.value.dropLast(), as: UTF8.self)
    }

    func number(_ entry: Entry?) -> Int { entry.map { integer($0.value.startIndex, 4) } ?? 0 }

    func fractions(_ entry: Entry?) -> [Double] {
        guard let entry, entry.type == 5 else { return [] }
        return (0..<entry.count).map { index in
            let place = entry.value.startIndex + 8 * index
            return Double(integer(place, 4)) / Double(integer(place + 4, 4))
        }
    }

    private func integer(_ place: Int, _ count: Int) -> Int {
        bytes[place..<place + count].reduce(0) { $0 << 8 | Int($1) }
    }
}

extension [Double] {
    /// Of degrees, minutes and seconds.
    fileprivate var degrees: Double { self[0] + self[1] / 60 + self[2] / 3600 }
}
