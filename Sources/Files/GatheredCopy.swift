internal import Glibc

/// Copies parts of files, and bytes between them, which follow one another in a target. Parts that lie near one another in their file
/// are read at once, in whatever order the target has them, and all is written at once: so many short parts need few calls.
package struct GatheredCopy {
    /// What stands in the target.
    package struct Part: Hashable, Sendable {
        /// The file that it is read from; `nil` for bytes in memory.
        package let file: Int32?
        /// Where it begins in the file, or in memory, in bytes.
        package let offset: Int
        /// In bytes.
        package let count: Int

        /// A part of a file, or of what is in memory.
        package init(file: Int32?, offset: Int, count: Int) {
            (self.file, self.offset, self.count) = (file, offset, count)
        }
    }

    /// What is read from a file at once.
    struct Reading: Hashable {
        let file: Int32
        let offset: Int
        /// One after the other.
        var pieces: [Piece]
        var end: Int
    }

    /// Bytes of a file that follow one another, and where they go among the target's; `nil`: they are of no use.
    struct Piece: Hashable {
        let place: Int?
        let count: Int
    }

    /// What lies between two parts is read, too, where that is not more, in bytes.
    static let gap = 32 << 10
    /// The system takes no more pieces in a call (`IOV_MAX`).
    static let mostPieces = 1024

    private var buffer: [UInt8] = []
    /// Takes what is of no use.
    private var rest: [UInt8] = []

    package init() {}

    /// Copies parts to a place.
    ///
    /// - Parameters:
    ///   - parts: In the order of the target.
    ///   - memory: The bytes that are in memory.
    ///   - target: The file that they are written to.
    ///   - place: Where the first of them goes, in bytes.
    /// - Returns: `false` where one cannot be read as a whole: then nothing is written.
    /// - Throws: `FileError` where they cannot be written.
    /// - Complexity: O(bytes + n log n) in the number of parts; memory for all bytes.
    package mutating func copy(
        _ parts: [Part],
        _ memory: [UInt8],
        to target: Int32,
        at place: UInt64
    ) throws(FileError) -> Bool {
        let count = parts.reduce(0) { $0 + $1.count }
        if buffer.count < count { buffer = Array(repeating: 0, count: count) }
        if rest.isEmpty { rest = Array(repeating: 0, count: Self.gap) }
        for reading in Self.readings(of: parts) where !read(reading) { return false }
        var position = 0
        for part in parts {
            if part.file == nil {
                guard part.offset >= 0, part.offset + part.count <= memory.count else { return false }
                let bytes = memory.span.extracting(part.offset..<part.offset + part.count)
                unsafe buffer.withUnsafeMutableBytes { target in
                    unsafe bytes.withUnsafeBytes { unsafe target.baseAddress?.advanced(by: position).copyMemory($0) }
                }
            }
            position += part.count
        }
        try unsafe FileBytes.write(buffer.span.extracting(first: count).bytes, to: target, at: place)
        return true
    }

    /// What has to be read, for parts in the order of the target.
    static func readings(of parts: [Part]) -> [Reading] {
        var wanted: [(file: Int32, offset: Int, count: Int, place: Int)] = []
        var place = 0
        for part in parts {
            if let file = part.file, part.count > 0 { wanted.append((file, part.offset, part.count, place)) }
            place += part.count
        }
        wanted.sort { ($0.file, $0.offset, $0.place) < ($1.file, $1.offset, $1.place) }
        var readings: [Reading] = []
        for part in wanted {
            let piece = Piece(place: part.place, count: part.count)
            let end = part.offset + part.count
            if let last = readings.last, last.file == part.file, last.pieces.count + 2 <= mostPieces,
                (0...gap).contains(part.offset - last.end)
            {
                let between = part.offset - last.end
                if between > 0 { readings[readings.count - 1].pieces.append(Piece(place: nil, count: between)) }
                readings[readings.count - 1].pieces.append(piece)
                readings[readings.count - 1].end = end
            } else {
                readings.append(Reading(file: part.file, offset: part.offset, pieces: [piece], end: end))
            }
        }
        return readings
    }

    private mutating func read(_ reading: Reading) -> Bool {
        let got = unsafe buffer.withUnsafeMutableBytes { buffer in
            unsafe rest.withUnsafeMutableBytes { rest in
                let vectors = unsafe reading.pieces.map { piece in
                    let start =
                        unsafe piece.place.map { unsafe buffer.baseAddress?.advanced(by: $0) } ?? rest.baseAddress
                    return unsafe iovec(iov_base: start, iov_len: piece.count)
                }
                return unsafe preadv(reading.file, vectors, Int32(vectors.count), off_t(reading.offset))
            }
        }
        return got == reading.end - reading.offset
    }
}

extension UnsafeMutableRawPointer {
    fileprivate func copyMemory(_ bytes: UnsafeRawBufferPointer) {
        if let start = bytes.baseAddress { unsafe copyMemory(from: start, byteCount: bytes.count) }
    }
}
