/// Reads the chunks of a WebP image (RFC 9649): its frames, how long each is shown, and how often all of them are played.
package struct WebPScanner<Failure: Error> {
    private let source: ByteSource<Failure>

    /// So many chunks of a file are looked at.
    private static var searchLimit: Int { 1 << 20 }

    package init(_ source: ByteSource<Failure>) { self.source = source }

    /// A chunk with its place in the file.
    private struct Chunk {
        let type: BoxType
        let content: Range<UInt64>
        /// Chunks begin on even bytes.
        var next: UInt64 { content.upperBound + content.upperBound % 2 }
    }

    /// The image; `nil` where the file is none, or is not whole.
    ///
    /// - Complexity: O(number of chunks), each a read.
    package func image() throws(Failure) -> MovingWebPImage? {
        guard let file = try chunk(at: 0), file.type == "RIFF", file.next >= source.count,
            let kind = try source.bytes(8..<12, limit: 4), kind.elementsEqual("WEBP".utf8)
        else { return nil }
        var image = MovingWebPImage()
        var position: UInt64 = 12
        for _ in 0..<Self.searchLimit {
            guard position < file.content.upperBound else { return image.frames.isEmpty ? nil : image }
            guard let chunk = try chunk(at: position), chunk.content.upperBound <= file.content.upperBound else {
                return nil
            }
            switch chunk.type {
            case "VP8 ", "VP8L":
                let place = position..<min(chunk.next, source.count)
                image.frames.append(MovingWebPImage.Frame(duration: nil, image: place))
            case "ANIM":
                // A colour, and then the number.
                guard let plays = try number(at: chunk.content.lowerBound + 4, byteCount: 2) else { return nil }
                image.plays = plays
            case "ANMF":
                // Left, top, width, height, duration and flags.
                let head = chunk.content.lowerBound
                guard chunk.content.count >= 16, let duration = try number(at: head + 12, byteCount: 3) else {
                    return nil
                }
                let frame = MovingWebPImage.Frame(duration: duration, image: head + 16..<chunk.content.upperBound)
                image.frames.append(frame)
            default: break
            }
            position = chunk.next
        }
        return nil
    }

    /// What the beginning of an image that moves says, whether or not the file goes on to its end: how many of its frames are there as a
    /// whole, and how many bytes the file is to have. `nil` where it does not move.
    ///
    /// - Complexity: O(number of chunks), each a read.
    package func beginning() throws(Failure) -> (frames: Int, size: UInt64)? {
        guard let file = try statedChunk(at: 0), file.type == "RIFF", let kind = try source.bytes(8..<12, limit: 4),
            kind.elementsEqual("WEBP".utf8)
        else { return nil }
        var (frames, isMoving) = (0, false)
        var position: UInt64 = 12
        for _ in 0..<Self.searchLimit {
            guard let chunk = try statedChunk(at: position) else { break }
            isMoving = isMoving || chunk.type == "ANIM" || chunk.type == "ANMF"
            if chunk.type == "ANMF", chunk.content.upperBound <= source.count { frames += 1 }
            position = chunk.next
        }
        return isMoving ? (frames, file.content.upperBound) : nil
    }

    /// A chunk that is there as a whole.
    private func chunk(at position: UInt64) throws(Failure) -> Chunk? {
        let chunk = try statedChunk(at: position)
        return chunk.flatMap { $0.content.upperBound <= source.count ? $0 : nil }
    }

    /// A chunk whose head is there; the rest may be missing.
    private func statedChunk(at position: UInt64) throws(Failure) -> Chunk? {
        guard position < source.count, let bytes = try source.bytes(position..<position + 8, limit: 8) else {
            return nil
        }
        var reader = ByteReader(bytes)
        guard let type = reader.uint32(), let size = reader.littleEndian(byteCount: 4) else { return nil }
        return Chunk(type: BoxType(rawValue: type), content: position + 8..<position + 8 + size)
    }

    private func number(at position: UInt64, byteCount: Int) throws(Failure) -> Int? {
        guard let bytes = try source.bytes(position..<position + UInt64(byteCount), limit: byteCount) else {
            return nil
        }
        var reader = ByteReader(bytes)
        return reader.littleEndian(byteCount: byteCount).map { Int($0) }
    }
}

/// What a WebP image says of its frames.
package struct MovingWebPImage: Hashable, Sendable {
    /// One of its frames.
    package struct Frame: Hashable, Sendable {
        /// In milliseconds; `nil` for an image that stands still.
        package let duration: Int?
        /// Where the chunks of its picture lie, in bytes of the file.
        package let image: Range<UInt64>
    }

    /// In the order in which they are shown.
    package fileprivate(set) var frames: [Frame] = []
    /// Where the flags of moving frames lie, in bytes of the file: the byte before the chunks of the picture.
    package var flagPlaces: [UInt64] { frames.filter { $0.duration != nil }.map { $0.image.lowerBound - 1 } }
    /// The flags of a frame that replaces the one before it, instead of being drawn upon it.
    package static let doesNotBlend: UInt8 = 0x02

    /// How often they are played, 0 for again and again; `nil` where it does not say.
    package fileprivate(set) var plays: Int?
}
