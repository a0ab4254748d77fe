internal import Files
internal import MediaSyntax
internal import MediaTime

/// Makes a plain movie of a fragmented one, in the same file. The media are not moved; only the header is written anew.
///
/// During a recording the file is `ftyp moov free (moof mdat)…`. The new header is written into the `free` box if it fits,
/// so that the movie begins with it (fast start); otherwise it is written behind the media. Then a single write of 8 or
/// 16 bytes, which lie in one sector, makes the old header a box that players pass over, and the fragments the content of
/// one `mdat`. Before that write the file is the fragmented movie, after it the plain one. It is never anything else.
struct MovieFinisher {
    private let file: Int32
    /// Where the fragmented header begins, and where it ends and the reserve begins.
    private let headerStart: UInt64
    private let reserveStart: UInt64

    /// The box in front of the fragments that keeps a place for the header, with its own eight bytes.
    static let reserveSize: UInt64 = 256 << 10
    /// A box whose size needs 64 bits.
    private static let largeHeader: UInt64 = 16

    /// What is found in a file that holds a fragmented movie; `nil` where it does not begin as we write it.
    init?(file: Int32) throws(FileError) {
        let movie = try BoxScanner(file: file)
        guard let brand = try movie.box(at: 0), brand.type == "ftyp",
            let header = try movie.box(at: brand.range.upperBound), header.type == "moov",
            let reserve = try movie.box(at: header.range.upperBound), reserve.type == "free",
            reserve.range.count == Int(Self.reserveSize)
        else { return nil }
        headerStart = header.range.lowerBound
        reserveStart = reserve.range.lowerBound
        self.file = file
    }

    /// Whether a file is the beginning of a movie as we write it, and holds nothing of any fragment.
    static func findsNothing(in file: Int32) -> Bool {
        guard let finisher = try? MovieFinisher(file: file), let movie = try? BoxScanner(file: file) else {
            return false
        }
        var position = finisher.mediaStart
        while let box = try? movie.box(at: position) {
            guard box.type == "free", !box.isOpenEnded else { return false }
            position = box.range.upperBound
        }
        return (try? FileBytes.size(of: file)) == position
    }

    /// Where the fragments begin.
    private var mediaStart: UInt64 { reserveStart + Self.reserveSize }

    /// The bytes of a reserve.
    static func reserve() -> [UInt8] {
        var writer = ByteWriter()
        writer.freeSpace(byteCount: Int(reserveSize))
        return writer.bytes
    }

    /// Cuts off a fragment that was not written to its end, and makes the movie plain.
    ///
    /// - Parameters:
    ///   - header: the header to take codecs and metadata from: the box `moov` as it is in the file, or another version
    ///     of it with the same tracks. `nil` takes the file's own.
    ///   - start: the instant of the samples' time that the movie is to begin with.
    ///   - turn: the instant of the samples' time at which another movie goes on; `nil` where none does.
    ///   - chapters: what the movie's chapters are to be, in order of time.
    /// - Returns: the samples of the tracks, by their numbers; a file without any stays as it is.
    /// - Throws: ``FileError`` where the file cannot be read or written; it is the fragmented movie then.
    func finish(
        header: MovieBox?,
        start: RationalTime,
        turn: RationalTime?,
        chapters: [MovieChapter]
    ) throws(FileError) -> [UInt32: SampleIndex] {
        let movie = try BoxScanner(file: file)
        let scan = try MovieScan(movie, from: mediaStart)
        if try FileBytes.size(of: file) > scan.end { try FileBytes.truncate(file, to: scan.end) }
        guard scan.end > scan.start, let own = try movie.box(at: headerStart),
            let fragmented = header != nil ? header : try movie.read(own)
        else { return [:] }
        let plain = MovieHeader(
            fragmented: fragmented,
            tracks: scan.tracks,
            start: start,
            turn: turn,
            chapters: chapters
        )
        guard let bytes = plain.bytes() else { return scan.tracks }
        // What is left of the reserve is an empty box, which takes eight bytes.
        let room = Self.reserveSize - 8 - Self.largeHeader - 8
        if UInt64(bytes.count) <= room {
            try putInFront(bytes, mediaEnd: scan.end)
        } else {
            try putBehind(bytes, mediaEnd: scan.end)
        }
        return scan.tracks
    }

    private func putInFront(_ header: [UInt8], mediaEnd: UInt64) throws(FileError) {
        var writer = ByteWriter()
        writer.append(header)
        let left = Self.reserveSize - 8 - UInt64(header.count) - Self.largeHeader
        writer.freeSpace(byteCount: Int(left))
        writer.longBoxHeader("mdat", size: Self.largeHeader + mediaEnd - mediaStart)
        try FileBytes.write(writer.bytes, to: file, at: reserveStart + 8)
        try FileBytes.synchronize(file)
        var flip = ByteWriter()
        flip.boxHeader("free", size: UInt32(reserveStart + 8 - headerStart))
        try FileBytes.write(flip.bytes, to: file, at: headerStart)
        try FileBytes.synchronize(file)
    }

    private func putBehind(_ header: [UInt8], mediaEnd: UInt64) throws(FileError) {
        do {
            try FileBytes.write(header, to: file, at: mediaEnd)
            try FileBytes.synchronize(file)
        } catch {
            // No room: the movie stays a fragmented one, which plays as well.
            try FileBytes.truncate(file, to: mediaEnd)
            throw error
        }
        var flip = ByteWriter()
        flip.longBoxHeader("mdat", size: mediaEnd - headerStart)
        try FileBytes.write(flip.bytes, to: file, at: headerStart)
        try FileBytes.synchronize(file)
    }
}
