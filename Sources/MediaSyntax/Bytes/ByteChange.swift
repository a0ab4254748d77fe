/// Bytes that are read as if they stood in a file in place of others.
package struct ByteChange: Hashable, Sendable {
    /// In bytes from the beginning of the file.
    package let position: UInt64
    package let bytes: [UInt8]
}
