/// Bytes that are read at given places: of a file or of memory.
///
/// This module opens no files. Whoever has a file open says how it is read, and which error a read throws.
package struct ByteSource<Failure: Error> {
    /// How many bytes there are.
    package let count: UInt64
    let read: (_ position: UInt64, _ count: Int) throws(Failure) -> ArraySlice<UInt8>

    /// - Parameters:
    ///   - count: how many bytes there are.
    ///   - read: reads a number of bytes from a position on. All of them lie within `count`.
    package init(
        count: UInt64,
        read: @escaping (_ position: UInt64, _ count: Int) throws(Failure) -> ArraySlice<UInt8>
    ) {
        self.count = count
        self.read = read
    }

    /// The bytes of a range; `nil` where the range reaches beyond the end, or is longer than `limit`.
    package func bytes(_ range: Range<UInt64>, limit: Int) throws(Failure) -> ArraySlice<UInt8>? {
        guard range.upperBound <= count, let length = Int(exactly: range.upperBound - range.lowerBound),
            length <= limit
        else { return nil }
        return try read(range.lowerBound, length)
    }
}

extension ByteSource where Failure == Never {
    /// Bytes in memory.
    package init(_ bytes: [UInt8]) {
        self.init(count: UInt64(bytes.count)) { position, count throws(Never) in
            bytes[Int(position)..<Int(position) + count]
        }
    }
}
