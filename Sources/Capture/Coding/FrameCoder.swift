internal import FFmpeg

/// Makes packets of a camera's frames.
protocol FrameCoder: AnyObject {
    /// The description of the track for the file. It is complete when there is a packet. Timestamps are in its unit.
    var track: Muxer.StreamDescription { get }

    /// When the first frame is shown that a packet is made of, in the track's unit; `nil` before there is one. The packet may be
    /// held back still.
    var firstTime: Int64? { get }

    /// Takes a frame that is shown at an instant in the track's unit, and gives the packets that are ready, in
    /// decoding order.
    func take(
        _ frame: borrowing QueuedFrame,
        at time: Int64,
        backlog: Backlog,
        _ body: (consuming Packet) throws -> Void
    ) throws

    /// Has the first frame at an instant or later refer to none before it, nor any after it: a file can begin there.
    func beginAnew(at time: Int64)

    /// Gives the packets that were held back.
    func finish(_ body: (consuming Packet) throws -> Void) throws
}
