/// Reads bytes and big-endian numbers from the front of a buffer, one after the other.
///
/// Every read is checked. Where fewer bytes are left than a read needs, it returns `nil` and takes nothing.
package struct ByteReader {
    /// What has not been read yet.
    package private(set) var rest: ArraySlice<UInt8>

    package init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    /// The next bytes, which are not copied.
    package mutating func bytes(_ count: Int) -> ArraySlice<UInt8>? {
        guard count >= 0, rest.count >= count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    /// A number of 0 to 8 bytes.
    package mutating func unsigned(byteCount: Int) -> UInt64? {
        guard byteCount <= 8 else { return nil }
        return bytes(byteCount)?.reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// A number of 0 to 8 bytes, the lowest first.
    package mutating func littleEndian(byteCount: Int) -> UInt64? {
        guard byteCount <= 8 else { return nil }
        return bytes(byteCount)?.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    package mutating func uint8() -> UInt8? { rest.popFirst() }
    package mutating func uint16() -> UInt16? { unsigned(byteCount: 2).map { UInt16($0) } }
    package mutating func uint32() -> UInt32? { unsigned(byteCount: 4).map { UInt32($0) } }
    package mutating func uint64() -> UInt64? { unsigned(byteCount: 8) }

    /// A number in two's complement.
    package mutating func int32() -> Int32? { uint32().map { Int32(bitPattern: $0) } }
    /// A number in two's complement.
    package mutating func int64() -> Int64? { uint64().map { Int64(bitPattern: $0) } }
}
