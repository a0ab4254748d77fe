/// Looks at the pages of an Ogg file (RFC 3533, 6).
package struct OggScanner<Failure: Error> {
    private let source: ByteSource<Failure>

    package init(_ source: ByteSource<Failure>) { self.source = source }

    /// Whether the file is a chain (RFC 3533, 4): behind a page with data another stream begins. Pages are looked at up to the first that
    /// is damaged.
    ///
    /// - Complexity: O(pages) up to there. Of each the header is read.
    package func isChained() throws(Failure) -> Bool {
        var position: UInt64 = 0
        var hasData = false
        while let head = try source.bytes(position..<position + Self.headerSize, limit: Int(Self.headerSize)) {
            let header = Array(head)
            guard header.starts(with: Self.capture), header[4] == 0 else { return false }
            if header[5] & Self.beginsStream == 0 {
                hasData = true
            } else if hasData {
                return true
            }
            let segments = position + Self.headerSize
            guard let sizes = try source.bytes(segments..<segments + UInt64(header[26]), limit: 255) else {
                return false
            }
            position = segments + UInt64(sizes.count) + sizes.reduce(UInt64(0)) { $0 + UInt64($1) }
        }
        return false
    }

    /// `OggS`.
    private static var capture: [UInt8] { [0x4F, 0x67, 0x67, 0x53] }
    private static var headerSize: UInt64 { 27 }
    /// In `header_type_flag`: the page is the first of its stream.
    private static var beginsStream: UInt8 { 2 }
}
