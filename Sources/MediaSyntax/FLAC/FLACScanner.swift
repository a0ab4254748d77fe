/// Finds out how much of a FLAC file is there.
package struct FLACScanner<Failure: Error> {
    private let source: ByteSource<Failure>

    /// So many bytes at the end of a file are searched for a frame, where its length is not stated.
    private static var usualTail: UInt64 { 1 << 16 }
    private static var longestTail: UInt64 { 1 << 24 }
    /// The most bytes that the header of a frame takes.
    private static var longestHeader: Int { 16 }

    package init(_ source: ByteSource<Failure>) { self.source = source }

    /// How many samples of each channel the file should have, and how many are certain to be there, where these are fewer.
    /// `nil` where nothing says that the file is cut short.
    ///
    /// - Complexity: The end of the file is read: a few frames, at most 16 MiB.
    package func missingSamples() throws(Failure) -> (stated: UInt64, present: UInt64)? {
        guard let stream = try FLACInformation.read(source), stream.sampleCount > 0,
            let last = try lastFrame(of: stream), last.firstSample + last.count < stream.sampleCount
        else { return nil }
        return (stream.sampleCount, last.firstSample + last.count)
    }

    /// The last frame of which the header is there.
    private func lastFrame(of stream: FLACInformation) throws(Failure) -> FLACFrameHeader? {
        let length = min(source.count, max(Self.usualTail, min(stream.longestFrame * 2, Self.longestTail)))
        guard let tail = try source.bytes(source.count - length..<source.count, limit: Int(Self.longestTail)) else {
            return nil
        }
        for place in tail.indices.reversed() where tail[place] == 0xFF {
            let header = FLACFrameHeader(tail[place...].prefix(Self.longestHeader), in: stream)
            if let header, header.firstSample < UInt64(1) << 40 { return header }
        }
        return nil
    }
}
