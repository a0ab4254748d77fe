internal import Files
internal import MediaSyntax

/// What a finished Matroska file says of its tracks and libavformat does not write: which of them players are not to present.
struct MatroskaTracks {
    private let descriptor: Int32

    /// Of an open file.
    init(descriptor: Int32) { self.descriptor = descriptor }

    /// Says that tracks are disabled, by their places in the file. There is no room for one more element: it takes the place of the one by which
    /// libavformat says of every track that each block holds one packet. Without that blocks may hold several, so that all stays true.
    ///
    /// - Throws: `ExportError`, also where the file has no such element.
    func disable(_ tracks: [Int]) throws(ExportError) {
        guard !tracks.isEmpty else { return }
        try FinishedFile.writing("which tracks are disabled") { () throws(FileError) in try write(tracks) }
    }

    private func write(_ places: [Int]) throws(FileError) -> Bool {
        let file = ElementScanner(try ByteSource(file: descriptor))
        guard let segment = try file.first(.segment, in: file.whole),
            let tracks = try file.first(.tracks, in: segment.content)
        else { return false }
        let entries = try file.all(.trackEntry, in: tracks.content)
        for place in places {
            guard entries.indices.contains(place),
                let flag = try file.first(.flagLacing, in: entries[place].content), flag.content.count == 1
            else { return false }
            try FileBytes.write([UInt8(ElementID.flagEnabled.rawValue)], to: descriptor, at: flag.start)
            try FileBytes.write([0], to: descriptor, at: flag.content.lowerBound)
        }
        // It is the first element, where there is one.
        guard let sum = try file.element(at: tracks.content.lowerBound, before: tracks.content.upperBound),
            sum.id == .checksum
        else { return true }
        let rest = sum.content.upperBound..<tracks.content.upperBound
        let bytes = try FileBytes.read(descriptor, at: rest.lowerBound, count: Int(rest.count))
        let number = CyclicChecksum.of(bytes)
        let stored = (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
        try FileBytes.write(stored, to: descriptor, at: sum.content.lowerBound)
        return true
    }
}
