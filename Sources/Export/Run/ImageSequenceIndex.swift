internal import Files
internal import MediaSyntax

/// Completes the index of a finished AVIF image that moves: how long it lasts, and how often it is played. libavformat 5.1 leaves
/// the first at zero, and cannot write the second.
struct ImageSequenceIndex {
    private let descriptor: Int32

    /// Of an open file.
    init(descriptor: Int32) { self.descriptor = descriptor }

    /// Says how often it is played: an edit list that is repeated for as long as the track is said to last (ISO/IEC 23008-12, 7.3; as
    /// libavif has it).
    ///
    /// - Parameter plays: `nil` for again and again.
    /// - Throws: ``ExportError``.
    func state(plays: Int?) throws(ExportError) {
        do {
            let scanner = try BoxScanner(file: descriptor)
            guard let place = try scanner.first("moov"), let movie = try scanner.read(place),
                // In front of the boxes in it are a version and flags.
                let meta = try scanner.first("meta"), meta.content.count > 4,
                let list = try scanner.first("iloc", in: meta.content.lowerBound + 4..<meta.content.upperBound),
                var items: ItemLocationBox = try scanner.content(of: list),
                let old = Int64(exactly: place.range.upperBound - place.range.lowerBound),
                let first = ImageSequenceMovie(movie, plays: plays, movedBy: 0)
            else { throw ExportError(.fault, "the finished image has no index that is known") }
            // What comes after the index moves by what that grows.
            let growth = Int64(first.bytes.count) - old
            guard let shift = Int32(exactly: growth), growth >= 0,
                let index = ImageSequenceMovie(movie, plays: plays, movedBy: shift), items.move(by: UInt32(shift))
            else { throw ExportError(.unsupported, "the image is too large for its index") }
            try FileBytes.moveTail(of: descriptor, from: place.range.upperBound, by: UInt64(shift))
            try FileBytes.write(index.bytes, to: descriptor, at: place.range.lowerBound)
            try FileBytes.write(Array(items.payload), to: descriptor, at: list.content.lowerBound)
        } catch let error as FileError {
            throw ExportError(error.isFull ? .noSpace : .writing, "cannot write the index: \(error.reason)")
        } catch let error as ExportError {
            throw error
        } catch {
            throw ExportError(.fault, "\(error)", cause: error)
        }
    }
}

/// The index of an image that moves, with what was missing.
private struct ImageSequenceMovie {
    let bytes: [UInt8]

    /// The flag of an edit list that is played again and again.
    private static let repeated: UInt32 = 1

    /// `nil` where it is of another form than libavformat's: one track.
    init?(_ movie: MovieBox, plays: Int?, movedBy shift: Int32) {
        guard var header: TimescaleBox = movie.child(), let track = movie.child("trak"),
            let media: TimescaleBox = track.child("mdia")?.child(), media.timescale > 0
        else { return nil }
        let once = UInt64(
            (UInt128(media.duration) * UInt128(header.timescale) * 2 + UInt128(media.timescale))
                / (2 * UInt128(media.timescale))
        )
        // All bits for again and again.
        let whole = plays.map { once.multipliedReportingOverflow(by: UInt64($0)) }
        let total = whole.map { $0.overflow ? .max : $0.partialValue } ?? .max
        (header.version, header.duration) = (1, total)
        var writer = ByteWriter()
        var isWhole = true
        writer.box("moov") { writer in
            for box in movie.children {
                switch box.type {
                case "mvhd": header.write(into: &writer)
                case "trak":
                    writer.box("trak") { writer in
                        isWhole = Self.write(box, once: once, total: total, plays, shift, into: &writer) && isWhole
                    }
                default: writer.box(box)
                }
            }
        }
        guard isWhole else { return nil }
        bytes = writer.bytes
    }

    private static func write(
        _ track: MovieBox,
        once: UInt64,
        total: UInt64,
        _ plays: Int?,
        _ shift: Int32,
        into writer: inout ByteWriter
    ) -> Bool {
        guard var header: TrackHeaderBox = track.child() else { return false }
        (header.version, header.duration) = (1, total)
        header.write(into: &writer)
        writer.box("edts") { writer in
            var list = EditListBox([EditListBox.Entry(duration: once, mediaTime: 0)])
            list.flags = plays == 1 ? 0 : repeated
            list.write(into: &writer)
        }
        var isMoved = false
        for box in track.children where box.type != "tkhd" && box.type != "edts" {
            isMoved = copy(box, movingChunksBy: shift, into: &writer) || isMoved
        }
        return isMoved
    }

    /// Copies a box, and says whether it has chunks, which are moved.
    private static func copy(
        _ box: MovieBox,
        movingChunksBy shift: Int32,
        into writer: inout ByteWriter
    ) -> Bool {
        switch box.type {
        case "mdia", "minf", "stbl":
            var isMoved = false
            writer.box(box.type) { writer in
                for child in box.children { isMoved = copy(child, movingChunksBy: shift, into: &writer) || isMoved }
            }
            return isMoved
        default:
            guard var chunks: ChunkOffsetBox = box.content() else {
                writer.box(box)
                return false
            }
            chunks.offsets = chunks.offsets.map { $0 + UInt64(shift) }
            chunks.write(into: &writer)
            return chunks.isLong || chunks.offsets.allSatisfy { $0 <= UInt32.max }
        }
    }
}

extension ItemLocationBox {
    /// Moves all items; `false` where their places would be more than 32 bits hold.
    fileprivate mutating func move(by shift: UInt32) -> Bool {
        for item in items.indices {
            for extent in items[item].extents.indices {
                let (offset, overflows) = items[item].extents[extent].offset.addingReportingOverflow(shift)
                if overflows { return false }
                items[item].extents[extent].offset = offset
            }
        }
        return true
    }
}
