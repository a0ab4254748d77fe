/// One step of a copy. A packet goes from one stage to the next and never back.
protocol PacketStage {
    /// Takes the next packet, in decoding order.
    func take(_ packet: consuming CopiedPacket) throws

    /// The part of the track has ended: hands on what is still held.
    func finish() throws
}
