import Export
import FFmpeg
import MediaFormats
import MediaSyntax
import TestSupport
import Testing

/// Numbers that a movie says of itself under keys, as phones store them.
@Suite struct StoredNumberTests {
    private static let intent = "com.apple.quicktime.full-frame-rate-playback-intent"
    private static let items = [
        MovieKeysBox.Item(key: intent, value: .number("1", .int8, count: 1)),
        MovieKeysBox.Item(key: "com.example.signed", value: .number("-300", .signed, count: 2)),
        MovieKeysBox.Item(key: "com.example.rate", value: .number("240.0", .double, count: 8)),
        MovieKeysBox.Item(key: "com.example.note", value: .text("a text")),
    ]

    /// The muxer's index is the last box: what is put at its end is in it.
    private func clip(in scratch: ScratchDirectory) throws -> String {
        let path = try Clip("mov", frames: 12, at: .fps(30)).write(to: scratch)
        var bytes = try ScratchDirectory.bytes(of: path)
        let box = MovieKeysBox(Self.items).bytes
        let place = try #require(
            bytes.indices.dropLast(4).last { bytes[$0] == 0x6D && bytes[$0..<$0 + 4].elementsEqual("moov".utf8) }
        )
        let size = bytes[place - 4..<place].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } + UInt32(box.count)
        bytes.replaceSubrange(place - 4..<place, with: [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: size >> $0) })
        return try scratch.write(bytes + box, to: "phone.mov")
    }

    private func numbers(of path: String) throws -> [MovieKeysBox.Item] {
        try BoxScanner(ByteSource(ScratchDirectory.bytes(of: path))).movieNumbers()
    }

    @Test(arguments: ["mov", "mp4"]) func `They are read, and kept in the types that they had`(kind: String) throws {
        let scratch = try ScratchDirectory()
        let path = try clip(in: scratch)
        let media = try MediaDescription(ofFile: path)
        #expect(media.isMeantForFullRate == true)
        #expect(media.metadata.first { $0.key == "com.example.signed" }?.value == "-300")
        let result = scratch.file("result.\(kind)")
        try Retime(.rate(1, 2)).run(path, to: result)
        #expect(try Set(numbers(of: result)) == Set(Self.items.dropLast()))
        #expect(try ClipReader(result).metadata.contains { $0.key == "com.example.note" && $0.value == "a text" })
    }
}
