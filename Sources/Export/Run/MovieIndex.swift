internal import Files
internal import MediaSyntax

/// Adds boxes to the index of a finished MP4 or MOV.
struct MovieIndex {
    private let descriptor: Int32
    private let movie: BoxScanner<FileError>
    /// `nil` where the index is not the last box: then what it says of places would become wrong.
    let box: LocatedBox?

    /// Of an open file.
    init(descriptor: Int32) throws(FileError) {
        self.descriptor = descriptor
        movie = try BoxScanner(file: descriptor)
        let index = try movie.first("moov")
        box = index?.range.upperBound == movie.whole.upperBound ? index : nil
    }

    /// Adds boxes to the user data of the movie or of a track, which are made where they are not there yet.
    ///
    /// - Parameters:
    ///   - boxes: Whole boxes.
    ///   - path: As for ``add(_:to:)``, down to the box that has user data.
    /// - Returns: Whether there was a way.
    /// - Throws: `FileError`.
    func addUserData(_ boxes: [UInt8], to path: [LocatedBox]) throws(FileError) -> Bool {
        guard let owner = path.last else { return false }
        if let data = try movie.first("udta", in: owner.content) { return try add(boxes, to: path + [data]) }
        var writer = ByteWriter()
        writer.box("udta") { $0.append(boxes) }
        return try add(writer.bytes, to: path)
    }

    /// Adds bytes at the end of a box in the index.
    ///
    /// - Parameters:
    ///   - bytes: Whole boxes.
    ///   - path: The index and the boxes within it down to that one, each in the one before.
    /// - Returns: Whether there was a way: sizes may have another form.
    /// - Throws: `FileError`.
    func add(_ bytes: [UInt8], to path: [LocatedBox]) throws(FileError) -> Bool {
        // The muxer writes sizes of 32 bits.
        guard let index = path.first, let last = path.last, index.range.upperBound - index.range.lowerBound < 1 << 31,
            path.allSatisfy({ $0.content.lowerBound - $0.range.lowerBound == 8 && !$0.isOpenEnded })
        else { return false }
        let tail = try FileBytes.read(
            descriptor,
            at: last.range.upperBound,
            count: Int(movie.whole.upperBound - last.range.upperBound)
        )
        try FileBytes.write(bytes + tail, to: descriptor, at: last.range.upperBound)
        for box in path {
            var size = ByteWriter()
            size.uint32(UInt32(box.range.upperBound - box.range.lowerBound) + UInt32(bytes.count))
            try FileBytes.write(size.bytes, to: descriptor, at: box.range.lowerBound)
        }
        return true
    }
}
