/// How many frames a decoder of H.264 holds back, as a sequence parameter set says it (H.264, E.2.1).
struct HeldFrames: Hashable, Sendable {
    /// Where it stands: bits behind the unit's header.
    let place: Int
    /// How many frames at most are decoded before another one and presented after it: `max_num_reorder_frames`.
    let reordered: UInt32
    /// How many frames are held at most: `max_dec_frame_buffering`.
    let buffered: UInt32
    /// A decoder holds no more frames (H.264, A.3.1).
    static let most: UInt32 = 16

    /// Reads what comes behind the timing; `nil` where the set does not say, or holds a number that is not allowed.
    init?(_ reader: inout BitReader) {
        guard
            // Whether there are restrictions.
            reader.bit() == true,
            // Vectors beyond the picture, bytes of a picture, bits of a macroblock, and the longest vectors.
            reader.skip(1), (0..<4).allSatisfy({ _ in reader.exponentialGolomb() != nil })
        else { return nil }
        place = reader.position
        guard let reordered = reader.exponentialGolomb(), let buffered = reader.exponentialGolomb(),
            max(reordered, buffered) <= Self.most
        else { return nil }
        (self.reordered, self.buffered) = (reordered, buffered)
    }

    /// How many frames are held at most where a set does not say: as many as its level allows (H.264, A.3.1), or none where frames
    /// refer to no others.
    ///
    /// - Parameters:
    ///   - head: `profile_idc`, the constraints and `level_idc`.
    ///   - macroblocks: Of a frame.
    /// - Returns: The number; `nil` for a level that is not known.
    static func mostByLevel(head: [UInt8], macroblocks: Int) -> UInt32? {
        guard head.count == 3, macroblocks > 0 else { return nil }
        let hasThirdConstraint = head[1] & 0x10 != 0
        if hasThirdConstraint, [44, 86, 100, 110, 122, 244].contains(head[0]) { return 0 }
        // Level 1b of the first profiles is 1.1 with that constraint.
        let level = head[2] == 11 && hasThirdConstraint ? 10 : head[2]
        return buffers.first { level <= $0.level }.map { min(most, UInt32($0.macroblocks / macroblocks)) }
    }

    /// Macroblocks that decoders hold of streams up to each level: `MaxDpbMbs` (H.264, table A-1).
    private static let buffers: [(level: UInt8, macroblocks: Int)] = [
        (10, 396), (11, 900), (20, 2376), (21, 4752), (30, 8100), (31, 18_000), (32, 20_480), (41, 32_768),
        (42, 34_816), (50, 110_400), (52, 184_320), (62, 696_320),
    ]
}
