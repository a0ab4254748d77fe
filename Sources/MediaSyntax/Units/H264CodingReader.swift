/// How a stream of H.264 is coded: what an encoder must know whose frames are to stand in the same track.
package struct H264Coding: Hashable, Sendable {
    /// `profile_idc`.
    package let profile: UInt8
    /// `profile_idc`, the constraints and `level_idc`, as a sequence parameter set begins with them.
    package let head: [UInt8]
    /// Whether a picture may be a field, or hold macroblocks of fields.
    package let mayHaveFields: Bool
    /// Whether each picture says how it is shown (`pic_struct_present_flag`), and may say when it was made.
    package let statesStructure: Bool
    /// Whether what is coded with the finest quantiser is coded without loss (`qpprime_y_zero_transform_bypass_flag`).
    package let mayBeLossless: Bool
    /// How many frames a decoder holds at most, as the set or its level says (`max_dec_frame_buffering`); 0 where neither does.
    package let heldFrames: Int
    /// Whether frames refer to no others, by the profile (`constraint_set3_flag` of the profiles High 10 and beyond).
    package var isIntraOnly: Bool { profile == 44 || [110, 122, 244].contains(profile) && head[1] & 0x10 != 0 }
    /// Whether sets of the profile say which chroma format the stream has.
    package var statesFormat: Bool { Self.statesFormat(profile: profile) }

    /// Whether sets of a profile say which chroma format the stream has: those of High and beyond.
    package static func statesFormat(profile: UInt8) -> Bool { SequenceParameters.statesFormat(profile: profile) }

    /// A sequence parameter set by which decoders hold back as many frames as one by which so many are decoded before another one
    /// and presented after it, and so many are held at most. Where neither is said in it, it stays as it is.
    ///
    /// - Complexity: O(bytes of the set).
    package static func reordering(_ sequenceSet: [UInt8], by frames: Int, holding held: Int) -> [UInt8] {
        SequenceParameters.reordering(sequenceSet[...], by: UInt32(clamping: frames), holding: UInt32(clamping: held))
            ?? sequenceSet
    }
}

/// Reads how the frames of a stream of H.264 are coded: their sets, and the quantisers of their slices.
package struct H264CodingReader: Sendable {
    private let units: NALUnits
    private var sets: H264Sets
    /// The numbers of all parameter sets so far.
    package var setNumbers: Set<UInt32> { sets.numbers }
    /// The coding of the last frame; `nil` where none could be read.
    package private(set) var coding: H264Coding?

    /// A reader of a stream, with what the container says of it out of band.
    package init(configuration: [UInt8]) {
        units = NALUnits(.h264, configuration: configuration)
        sets = H264Sets(configuration: configuration)
    }

    /// Takes the next packet. Returns the quantiser of its first slice, from 0 (the best, for 8 bits) to 51; `nil` where it
    /// cannot be read.
    ///
    /// - Complexity: O(bytes before the frame's data).
    package mutating func quantiser(ofFrameIn payload: Span<UInt8>) -> Int? {
        var cursor = NALUnitCursor(units.framing)
        while let start = cursor.next(in: payload) {
            guard case .h264(let header) = NALUnitHeader(payload, at: start, codec: .h264) else { continue }
            if header.type.isSlice {
                return quantiser(header, H264SliceHeader.bytes(ofSliceAt: start, in: payload))
            }
            guard [.sequenceParameterSet, .pictureParameterSet].contains(header.type),
                let end = cursor.end(ofUnitAt: start, in: payload)
            else { continue }
            sets.keep((start..<end).map { payload[$0] }[...])
        }
        return nil
    }

    private mutating func quantiser(_ header: H264UnitHeader, _ bytes: [UInt8]) -> Int? {
        guard let sequence = H264SliceHeader.sequence(bytes[...], sets), let profile = sequence.head.first else {
            return nil
        }
        coding = H264Coding(
            profile: profile,
            head: sequence.head,
            mayHaveFields: sequence.mayHaveFields,
            statesStructure: sequence.timing?.hasStructure ?? false,
            mayBeLossless: sequence.mayBeLossless,
            heldFrames: Int(
                sequence.held?.buffered
                    ?? HeldFrames.mostByLevel(head: sequence.head, macroblocks: sequence.macroblocks) ?? 0
            )
        )
        return H264SliceHeader(bytes[...], unit: header, sets: sets)?.quantiser
    }
}
