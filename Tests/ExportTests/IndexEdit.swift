import MediaSyntax
import TestSupport

/// Changes what the index of a movie says of a track, where libavformat's muxer has no option for it. The index has to be the last box.
enum IndexEdit {
    /// Replaces the boxes of a track, which is named by its place in the file.
    static func replace(
        of bytes: [UInt8],
        track number: Int,
        with change: ([MovieBox]) throws -> [MovieBox]
    ) throws -> [UInt8] {
        let boxes = MovieBox.list(in: bytes[...])
        guard let index = boxes.last, index.type == "moov" else { throw ClipError("the index is not the last box") }
        var tracks = 0
        let parts = try index.children.map { box in
            guard box.type == "trak" else { return box }
            tracks += 1
            return tracks == number + 1 ? Self.box("trak", try change(box.children)) : box
        }
        return try joined(boxes.dropLast() + [box("moov", parts)])
    }

    /// Changes the box at the end of a path within a track.
    static func change(
        _ path: [BoxType],
        in boxes: [MovieBox],
        _ change: (ArraySlice<UInt8>) throws -> [UInt8]
    ) rethrows -> [MovieBox] {
        try boxes.map { box in
            guard box.type == path[0] else { return box }
            if path.count == 1 { return MovieBox(type: box.type, payload: try change(box.payload)[...]) }
            return Self.box(box.type, try Self.change(Array(path.dropFirst()), in: box.children, change))
        }
    }

    /// Says whether a track is enabled, and of which group it is.
    static func setChoice(of bytes: [UInt8], track: Int, isEnabled: Bool, group: UInt16) throws -> [UInt8] {
        try replace(of: bytes, track: track) { boxes in
            change(["tkhd"], in: boxes) { payload in
                guard var header = TrackHeaderBox(MovieBox(type: "tkhd", payload: payload)) else { return [] }
                (header.isEnabled, header.group) = (isEnabled, group)
                return Array(header.payload)
            }
        }
    }

    /// Adds boxes to the first description of the samples of a track.
    static func describe(_ bytes: [UInt8], track: Int, adding added: [MovieBox]) throws -> [UInt8] {
        try replace(of: bytes, track: track) { boxes in
            try change(["mdia", "minf", "stbl", "stsd"], in: boxes) { table in
                guard let entry = MovieBox.list(in: table.dropFirst(8)).first else { throw ClipError("no entry") }
                let more = added.flatMap { Self.bytes(of: $0) }
                let longer = MovieBox(type: entry.type, payload: (Array(entry.payload) + more)[...])
                return table.prefix(8) + Self.bytes(of: longer)
            }
        }
    }

    static func bytes(of box: MovieBox) -> [UInt8] {
        var writer = ByteWriter()
        writer.box(box)
        return writer.bytes
    }

    private static func box(_ type: BoxType, _ boxes: [MovieBox]) -> MovieBox {
        MovieBox(type: type, payload: boxes.flatMap { bytes(of: $0) }[...])
    }

    private static func joined(_ boxes: [MovieBox]) throws -> [UInt8] { boxes.flatMap { bytes(of: $0) } }
}
