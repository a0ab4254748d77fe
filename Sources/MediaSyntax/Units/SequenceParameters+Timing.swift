extension SequenceParameters {
    /// Reads what stands between `frame_mbs_only_flag` and the restrictions of the bitstream (H.264, 7.3.2.1.1 and E.1.1), and returns
    /// what it says of messages about pictures; `nil` where nothing of it is there.
    static func readTiming(_ reader: inout BitReader, mayHaveFields: Bool) -> PictureTiming.Layout? {
        if mayHaveFields { guard reader.skip(1) else { return nil } }
        guard reader.skip(1), let isCropped = reader.bit() else { return nil }
        if isCropped { guard (0..<4).allSatisfy({ _ in reader.exponentialGolomb() != nil }) else { return nil } }
        guard reader.bit() == true, let hasShape = reader.bit() else { return nil }
        if hasShape {
            guard let shape = reader.bits(8), reader.skip(shape == 255 ? 32 : 0) else { return nil }
        }
        guard let saysOverscan = reader.bit(), reader.skip(saysOverscan ? 1 : 0), let hasSignal = reader.bit() else {
            return nil
        }
        if hasSignal {
            guard reader.skip(4), let hasColour = reader.bit(), reader.skip(hasColour ? 24 : 0) else { return nil }
        }
        guard let hasChromaPlace = reader.bit() else { return nil }
        if hasChromaPlace {
            guard reader.exponentialGolomb() != nil, reader.exponentialGolomb() != nil else { return nil }
        }
        var layout = PictureTiming.Layout()
        guard let hasTiming = reader.bit(), reader.skip(hasTiming ? 65 : 0), let hasUnitBuffer = reader.bit(),
            !hasUnitBuffer || readBuffer(&reader, &layout), let hasSliceBuffer = reader.bit(),
            !hasSliceBuffer || readBuffer(&reader, &layout), reader.skip(hasUnitBuffer || hasSliceBuffer ? 1 : 0),
            let hasStructure = reader.bit()
        else { return nil }
        layout.hasStructure = hasStructure
        return layout
    }

    /// Reads `hrd_parameters` (H.264, E.1.2). Where there are two, their lengths are the same.
    private static func readBuffer(_ reader: inout BitReader, _ layout: inout PictureTiming.Layout) -> Bool {
        guard let count = reader.exponentialGolomb(), count < 32, reader.skip(8) else { return false }
        for _ in 0...count {
            guard reader.exponentialGolomb() != nil, reader.exponentialGolomb() != nil, reader.skip(1) else {
                return false
            }
        }
        // Of the first picture's delay, each removal's, each output's, and of what is added to a clock's instant.
        guard reader.skip(5), let removal = reader.bits(5), let output = reader.bits(5), let offset = reader.bits(5)
        else { return false }
        layout.delayBits = Int(removal + output) + 2
        layout.offsetBits = Int(offset)
        return true
    }
}
