/// A box of an ISO base media file (ISO/IEC 14496-12, 4.2), or QuickTime's atom.
struct MovieBox {
    /// Its four characters, the first one in the highest byte.
    struct Kind: Hashable, ExpressibleByStringLiteral {
        let rawValue: UInt32

        init(rawValue: UInt32) { self.rawValue = rawValue }

        init(stringLiteral characters: StaticString) {
            precondition(characters.utf8CodeUnitCount == 4, "a box's kind has four characters")
            rawValue = characters.description.utf8.reduce(0) { $0 << 8 | UInt32($1) }
        }
    }

    let kind: Kind
    /// What is in it, without its header.
    let payload: ArraySlice<UInt8>

    /// The boxes in a list of bytes, up to the first that is not whole.
    static func list(in bytes: ArraySlice<UInt8>) -> [MovieBox] {
        var boxes: [MovieBox] = []
        var reader = ByteReader(bytes)
        while let size = reader.unsigned(4), let kind = reader.unsigned(4) {
            guard size >= 8, let payload = reader.bytes(Int(size) - 8) else { break }
            boxes.append(MovieBox(kind: Kind(rawValue: UInt32(kind)), payload: payload))
        }
        return boxes
    }

    /// The boxes in this one.
    var children: [MovieBox] { MovieBox.list(in: payload) }

    /// The first box of a kind in this one.
    func child(_ kind: Kind) -> MovieBox? { children.first { $0.kind == kind } }

    /// The box at the end of a path from this one.
    func descendant(_ path: Kind...) -> MovieBox? {
        path.reduce(Optional(self)) { $0?.child($1) }
    }
}

/// Reads big-endian numbers one after the other.
struct ByteReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    /// A number of so many bytes; `nil` where there are fewer.
    mutating func unsigned(_ count: Int) -> UInt64? {
        bytes(count)?.reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// The next bytes; `nil` where there are fewer.
    mutating func bytes(_ count: Int) -> ArraySlice<UInt8>? {
        guard count >= 0, rest.count >= count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }
}

/// Writes boxes into each other.
struct BoxWriter {
    private(set) var bytes: [UInt8] = []

    /// A box with what the body writes into it. Boxes of 4 GiB and more are not written.
    mutating func box(_ kind: MovieBox.Kind, _ body: (inout BoxWriter) -> Void) {
        let start = bytes.count
        unsigned(0, bytes: 4)
        unsigned(UInt64(kind.rawValue), bytes: 4)
        body(&self)
        let size = UInt32(bytes.count - start)
        for index in 0..<4 { bytes[start + index] = UInt8(truncatingIfNeeded: size >> (24 - 8 * index)) }
    }

    /// A box as it was read.
    mutating func box(_ box: MovieBox) {
        self.box(box.kind) { $0.append(box.payload) }
    }

    /// A box that begins with a version and flags (14496-12, 4.2.2).
    mutating func fullBox(_ kind: MovieBox.Kind, version: UInt8 = 0, flags: UInt32 = 0, _ body: (inout BoxWriter) -> Void) {
        box(kind) { writer in
            writer.unsigned(UInt64(version) << 24 | UInt64(flags), bytes: 4)
            body(&writer)
        }
    }

    /// A number in so many bytes, its high bits cut off.
    mutating func unsigned(_ value: UInt64, bytes count: Int) {
        for index in (0..<count).reversed() { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * UInt64(index)))) }
    }

    /// A number in so many bytes, in two's complement.
    mutating func signed(_ value: Int64, bytes count: Int) {
        unsigned(UInt64(bitPattern: value), bytes: count)
    }

    mutating func append(_ more: ArraySlice<UInt8>) { bytes += more }
}
