/// `free`: space that players pass over (ISO/IEC 14496-12, 8.1.2).
extension ByteWriter {
    /// Writes a box of so many bytes, zeros but for its header.
    ///
    /// - Precondition: there are 8 at least, and fewer than 4 GiB.
    package mutating func freeSpace(byteCount: Int) {
        box("free") { $0.zeros(byteCount - 8) }
    }

    /// Writes a box that reaches from a position in a file to the end of a block; nothing where a block ends there.
    ///
    /// Where fewer bytes are left in the block than the smallest box has, the box reaches to the end of the next one.
    package mutating func freeSpace(from position: Int, toBlocksOf blockSize: Int) {
        let left = (blockSize - position % blockSize) % blockSize
        if left > 0 { freeSpace(byteCount: left < 8 ? left + blockSize : left) }
    }
}
