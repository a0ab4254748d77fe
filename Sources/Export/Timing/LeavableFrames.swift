internal import FFmpeg
internal import MediaSyntax

/// Tells which frames of a stream can be left out of it: those that no other refers to, and those that are decoded last before a
/// decoder forgets all frames. Where every frame is an IDR frame, that is each.
///
/// What a frame is followed by is known with the next packet, so frames come out one packet later than they go in.
struct LeavableFrames {
    private let references: FrameReferences
    private let syntax: FrameSyntax?
    /// The latest packet's frame, if it is one.
    private var held: (frame: PresentationOrder.Frame, carriesSets: Bool)?

    init(of parameters: CodecParameters) {
        references = FrameReferences(parameters)
        syntax = FrameSyntax(parameters)
    }

    /// Takes the stream's next packet in decoding order, with its frame if that is presented. Returns the frame of the packet
    /// before.
    mutating func add(_ frame: PresentationOrder.Frame?, of packet: borrowing Packet) -> PresentationOrder.Frame? {
        let carriesSets = references.carriesSets(packet)
        let forgetsAll = packet.withUnitHeads { syntax?.forgetsAll($0) ?? false }
        // Sets that go with the frame before are those of this one, too, unless it has its own.
        let before = settle(forgetsAll && (carriesSets || !(held?.carriesSets ?? false)))
        guard var frame else { return before }
        frame.isLeavable = !carriesSets && references.isDisposable(packet)
        held = (frame, carriesSets)
        return before
    }

    /// The last packet's frame: none is decoded after it.
    mutating func finish() -> PresentationOrder.Frame? { settle(true) }

    /// The frame of the latest packet. `isLast`: no frame that comes after it in decoding order can refer to it.
    private mutating func settle(_ isLast: Bool) -> PresentationOrder.Frame? {
        guard var frame = held?.frame else { return nil }
        held = nil
        frame.isLeavable = frame.isLeavable || isLast
        return frame
    }
}
