/// Tells in which order frames of H.264, HEVC, MPEG-1, MPEG-2 and MPEG-4 are presented, by what the stream says, whatever their
/// timestamps are.
package struct FrameOrder {
    private let parser: FrameOrderParser?
    private var bidirectional: BidirectionalOrder?

    /// The order of a stream; `nil` for other codecs.
    ///
    /// - Parameter parameters: The stream's.
    /// - Throws: ``FFmpegError``.
    package init?(_ parameters: CodecParameters) throws(FFmpegError) {
        parser = try FrameOrderParser(parameters)
        bidirectional = BidirectionalOrder(parameters.codecName)
        if parser == nil, bidirectional == nil { return nil }
    }

    /// The place of the next packet's frame among those that follow the same key frame.
    ///
    /// - Parameter packet: The next one, in the order in which packets are decoded. Those that others refer to all have to come
    ///   by.
    /// - Returns: A number that is greater than that of a frame which is presented earlier. At key frames it may begin anew.
    /// - Complexity: O(bytes before the frame's data).
    package mutating func number(of packet: borrowing Packet) -> Int {
        parser?.number(of: packet) ?? bidirectional?.number(of: packet) ?? 0
    }
}
