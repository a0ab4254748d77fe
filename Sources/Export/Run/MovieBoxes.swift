internal import Glibc

/// The boxes of an MP4 or MOV (ISO/IEC 14496-12), read where they lie.
struct MovieBoxes {
    /// A box: its type and where its content lies in the file.
    struct Box {
        let type: String
        let content: Range<Int>
    }

    private let descriptor: Int32

    /// Of an open file.
    init(descriptor: Int32) { self.descriptor = descriptor }

    /// All of the file.
    var whole: Range<Int> { 0..<max(0, Int(lseek(descriptor, 0, SEEK_END))) }

    /// The boxes that lie in a range, one after another; as many as are whole.
    func boxes(in range: Range<Int>) -> [Box] {
        var boxes: [Box] = []
        var offset = range.lowerBound
        while range.upperBound - offset >= 8 {
            var size = Int(number(at: offset, bytes: 4))
            var headerSize = 8
            if size == 1 {
                size = Int(number(at: offset + 8, bytes: 8))
                headerSize = 16
            } else if size == 0 {
                size = range.upperBound - offset
            }
            guard size >= headerSize, size <= range.upperBound - offset else { break }
            let type = String(decoding: bytes(at: offset + 4, count: 4), as: UTF8.self)
            boxes.append(Box(type: type, content: offset + headerSize..<offset + size))
            offset += size
        }
        return boxes
    }

    /// The content of the first box of a type in a range.
    func first(_ type: String, in range: Range<Int>) -> Range<Int>? {
        boxes(in: range).first { $0.type == type }?.content
    }

    /// A big-endian number; 0 beyond the file's end.
    func number(at offset: Int, bytes count: Int) -> Int64 {
        bytes(at: offset, count: count).reduce(0) { $0 << 8 | Int64($1) }
    }

    private func bytes(at offset: Int, count: Int) -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: count)
        let read = unsafe pread(descriptor, &buffer, count, offset)
        return read == count ? buffer : []
    }
}
