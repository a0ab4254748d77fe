internal import Files
internal import MediaTime

/// Turns a fragmented movie into a plain one where it is: the media are not moved, only described anew.
///
/// While it is recorded the file is `ftyp moov free (moof mdat)…`. The new header goes into the `free` box where it fits,
/// so that the movie begins with it (fast start), else behind the media. Then eight or sixteen bytes, which lie in one
/// sector, turn the old header into a box that players pass over, and the fragments into the payload of one `mdat`.
/// Until that write the file is the fragmented movie, from then on the plain one: there is no moment at which it is
/// neither.
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
        let size = try FileBytes.size(of: file)
        guard let brand = try BoxHeader(file, at: 0, fileSize: size), brand.kind == "ftyp" else { return nil }
        headerStart = brand.end(from: 0)
        guard let header = try BoxHeader(file, at: headerStart, fileSize: size), header.kind == "moov" else {
            return nil
        }
        reserveStart = header.end(from: headerStart)
        guard let reserve = try BoxHeader(file, at: reserveStart, fileSize: size), reserve.kind == "free",
            reserve.end(from: reserveStart) - reserveStart == Self.reserveSize
        else { return nil }
        self.file = file
    }

    /// Where the fragments begin.
    private var mediaStart: UInt64 { reserveStart + Self.reserveSize }

    /// The bytes of a reserve.
    static func reserve() -> [UInt8] {
        var writer = BoxWriter()
        writer.box("free") { $0.append(ArraySlice(repeating: 0, count: Int(reserveSize) - 8)) }
        return writer.bytes
    }

    /// Cuts off a fragment that was not written to its end, and makes the movie plain.
    ///
    /// - Parameters:
    ///   - header: the header to take codecs and metadata from: the box `moov` as it is in the file, or another version
    ///     of it with the same tracks. `nil` takes the file's own.
    ///   - start: the instant of the samples' time that the movie is to begin with.
    ///   - chapters: what the movie's chapters are to be, in order of time.
    /// - Returns: the samples of the tracks, by their numbers; a file without any stays as it is.
    /// - Throws: ``FileError`` where the file cannot be read or written; it is the fragmented movie then.
    func finish(
        header: MovieBox?,
        start: RationalTime,
        chapters: [MovieChapter] = []
    ) throws(FileError) -> [UInt32: SampleIndex] {
        let scan = try MovieScan(file, from: mediaStart)
        if try FileBytes.size(of: file) > scan.end { try FileBytes.truncate(file, to: scan.end) }
        let own = try FileBytes.read(file, at: headerStart, count: Int(reserveStart - headerStart))
        guard scan.end > scan.start, let fragmented = header ?? MovieBox.list(in: own[...]).first else { return [:] }
        let movie = MovieHeader(fragmented: fragmented, tracks: scan.tracks, start: start, chapters: chapters)
        guard let bytes = movie.bytes() else { return scan.tracks }
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
        var writer = BoxWriter()
        writer.append(header[...])
        let left = Self.reserveSize - 8 - UInt64(header.count) - Self.largeHeader
        writer.box("free") { $0.append(ArraySlice(repeating: 0, count: Int(left) - 8)) }
        writer.append(Self.mediaHeader(size: Self.largeHeader + mediaEnd - mediaStart)[...])
        try FileBytes.write(writer.bytes, to: file, at: reserveStart + 8)
        try FileBytes.synchronize(file)
        var flip = BoxWriter()
        flip.unsigned(reserveStart + 8 - headerStart, bytes: 4)
        flip.unsigned(UInt64(("free" as MovieBox.Kind).rawValue), bytes: 4)
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
        try FileBytes.write(Self.mediaHeader(size: mediaEnd - headerStart), to: file, at: headerStart)
        try FileBytes.synchronize(file)
    }

    private static func mediaHeader(size: UInt64) -> [UInt8] {
        var writer = BoxWriter()
        writer.unsigned(1, bytes: 4)
        writer.unsigned(UInt64(("mdat" as MovieBox.Kind).rawValue), bytes: 4)
        writer.unsigned(size, bytes: 8)
        return writer.bytes
    }
}
