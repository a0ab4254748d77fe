/// `chpl`: chapters, as Nero wrote them, and as nearly all players but QuickTime read them. No standard describes the
/// box; libavformat's reader and writer (mov.c, movenc.c) do. It lies in `udta`.
package struct ChapterListBox: BoxContent {
    package static let types: [BoxType] = ["chpl"]

    package struct Chapter: Hashable, Sendable {
        /// From the movie's start, in ticks of ``ChapterListBox/timescale``.
        package let start: UInt64
        /// At most 255 bytes of UTF-8.
        package let title: String

        /// A title that is too long is cut between two characters.
        package init(start: UInt64, title: String) {
            self.start = start
            var title = title[...]
            while title.utf8.count > ChapterListBox.limit { title.removeLast() }
            self.title = String(title)
        }
    }

    /// Ticks in a second.
    package static let timescale: Int32 = 10_000_000
    /// Chapters, and bytes of a title, are counted in one byte.
    private static let limit = 255

    package private(set) var chapters: [Chapter]

    /// Those after the 255th are left out.
    package init(_ chapters: [Chapter]) { self.chapters = Array(chapters.prefix(Self.limit)) }

    package init?(_ box: MovieBox) {
        var reader = ByteReader(box.payload)
        guard let (version, _) = reader.versionAndFlags(latest: 1), version == 0 || reader.uint32() != nil,
            let count = reader.uint8()
        else { return nil }
        chapters = []
        for _ in 0..<count {
            guard let start = reader.uint64(), let length = reader.uint8(), let title = reader.bytes(Int(length)) else {
                return nil
            }
            chapters.append(Chapter(start: start, title: String(decoding: title, as: UTF8.self)))
        }
    }

    package func write(into writer: inout ByteWriter) {
        writer.fullBox("chpl", version: 1) { writer in
            writer.uint32(0)
            writer.uint8(UInt8(chapters.count))
            for chapter in chapters {
                writer.uint64(chapter.start)
                writer.uint8(UInt8(chapter.title.utf8.count))
                writer.append(chapter.title.utf8)
            }
        }
    }
}
