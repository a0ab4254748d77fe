import MediaSyntax
import Testing

/// Packets of which a decoder shows nothing.
@Suite struct ShownFramesTests {
    /// Writes bits from a text of `0` and `1`; blanks count for nothing.
    private func bytes(_ bits: String) -> [UInt8] {
        let digits = Array(bits.filter { $0 != " " })
        return stride(from: 0, to: digits.count, by: 8).map { first in
            (0..<8).reduce(UInt8(0)) { byte, place in
                byte << 1 | (first + place < digits.count && digits[first + place] == "1" ? 1 : 0)
            }
        }
    }

    /// With a clock of 30 ticks a second: five bits of time.
    private var layer: [UInt8] {
        // Random access, type, no identifier, aspect, no control, shape, marker, ticks, marker.
        [0, 0, 1, 0x20] + bytes("0 00000001 0 0001 0 00 1 0000000000011110 1")
    }

    private func plane(_ header: String) -> [UInt8] { [0, 0, 1, 0xB6] + bytes(header) + [0x55, 0x55] }

    private func visibility(
        _ codec: String,
        _ packets: [[UInt8]],
        configuration: [UInt8] = []
    ) throws -> [ShownFrames.Visibility] {
        var frames = try #require(ShownFrames(codec: codec, configuration: configuration))
        return packets.map { frames.visibility(of: $0.span) }
    }

    /// Interlaced or not, no sprites, 8 bits, no matrices, nothing of complexity.
    private var wholeLayer: [UInt8] {
        [0, 0, 1, 0x20]
            + bytes("0 00000001 0 0001 0 00 1 0000000000011110 1 0 1 0000000100000 1 0000000100000 1 0 1 0 0 0 1")
    }

    @Test func `MPEG-4: a frame that says that nothing has changed, and a packet without one`() throws {
        // Type, seconds, marker, time, marker, whether it is coded.
        let coded = plane("01 110 1 00101 1 1")
        let empty = plane("01 0 1 00110 1 0")
        #expect(
            try visibility("mpeg4", [coded, empty, [0, 0, 1, 0xB2, 7]], configuration: layer)
                == [.shown, .hidden, .unreadable]
        )
        // The layer's header may come in the first packet only.
        #expect(try visibility("mpeg4", [layer + empty, empty, coded]) == [.hidden, .hidden, .shown])
        // Without it, what is behind the type cannot be read.
        #expect(try visibility("mpeg4", [empty, plane("01 111")]) == [.shown, .shown])
    }

    @Test func `MPEG-4: headers that a decoder does not take`() throws {
        // And behind them: rounding of a P-frame, threshold, quantiser, how far vectors reach.
        let intra = plane("00 0 1 00000 1 1 000 00011")
        let predicted = plane("01 0 1 00110 1 1 0 000 00011 001")
        let between = plane("10 0 1 00011 1 1 000 00011 001 001")
        let packets = [
            intra, predicted, between, plane("01 0 1 01001 1 1 0 000 00000 001"),
            plane("01 0 1 01100 1 1 0 000 00011 000"),
        ]
        #expect(
            try visibility("mpeg4", packets, configuration: wholeLayer)
                == [.shown, .shown, .shown, .unreadable, .unreadable]
        )
        // One that would be presented at the time of the frame before it, and behind the one after it.
        for time in ["00000", "00110", "11000"] {
            let misplaced = plane("10 0 1 \(time) 1 1 000 00011 001 001")
            #expect(
                try visibility("mpeg4", [intra, predicted, misplaced], configuration: wholeLayer)
                    == [.shown, .shown, .unreadable]
            )
        }
        // Decoding begins with the second of the frames that it refers to.
        #expect(try visibility("mpeg4", [intra, between], configuration: wholeLayer) == [.shown, .leading])
        // Ten minutes later, by the header of a group.
        let group: [UInt8] = [0, 0, 1, 0xB3] + bytes("00000 001010 1 000000 1 0")
        let later = [
            intra, predicted, group + plane("00 0 1 00110 1 1 000 00011"), between,
            plane("01 0 1 01100 1 1 0 000 00011 001"), plane("10 0 1 01001 1 1 000 00011 001 001"),
        ]
        #expect(try visibility("mpeg4", later, configuration: wholeLayer).allSatisfy { $0 == .shown })
    }

    @Test func `VP8 and VP9: frames that only others refer to`() throws {
        #expect(try visibility("vp8", [[0x10], [0x00], [0x11]]) == [.shown, .hidden, .shown])
        let (visible, hidden) = (bytes("10 00 0 1 1 0"), bytes("10 00 0 1 0 0"))
        let again = bytes("10 00 1 000")
        #expect(try visibility("vp9", [visible, hidden, again]) == [.shown, .hidden, .shown])
        // Two frames of a byte each, and their index.
        let index: [UInt8] = [0xC1, 1, 1, 0xC1]
        #expect(try visibility("vp9", [hidden + visible + index, hidden + hidden + index]) == [.shown, .hidden])
    }

    @Test func `H·264 and HEVC: packets without a slice`() throws {
        let parameters: [UInt8] = [0, 0, 1, 0x67, 1, 0, 0, 1, 0x68, 1]
        #expect(try visibility("h264", [parameters, parameters + [0, 0, 1, 0x61, 0xE0]]) == [.unreadable, .shown])
        #expect(
            try visibility("hevc", [[0, 0, 1, 32 << 1, 1, 0], [0, 0, 1, 1 << 1, 1, 0]]) == [.unreadable, .shown]
        )
        // A unit with a length, which begins with a prefix and holds a slice behind a start code.
        let record: [UInt8] = [1, 100, 0, 40, 0xFF, 0xE0, 0]
        let nested: [UInt8] = [0, 0, 0, 9, 0x6E, 0xC0, 0x80, 0, 0, 0, 1, 0x61, 0xE0]
        #expect(
            try visibility("h264", [nested, Array(nested.prefix(7))], configuration: record) == [.shown, .unreadable]
        )
        #expect(ShownFrames(codec: "mjpeg", configuration: []) == nil)
    }

    /// Behind an IDR frame, which says that nothing before it is referred to, an earlier instant is a wrong one.
    @Test func `H·264: what is presented before the frame that decoding begins with`() throws {
        let (recovery, refresh): ([UInt8], [UInt8]) = ([0, 0, 1, 0x61, 0x88], [0, 0, 1, 0x65, 0x88])
        let (bidirectional, referred): ([UInt8], [UInt8]) = ([0, 0, 1, 0x01, 0x9C], [0, 0, 1, 0x41, 0x9C])
        func visibility(behind first: [UInt8]) throws -> [ShownFrames.Visibility] {
            var frames = try #require(ShownFrames(codec: "h264", configuration: []))
            return [(first, 10), (bidirectional, 4), (referred, 5), (bidirectional, 12), (bidirectional, 6)].map {
                frames.visibility(of: $0.0.span, presentedAt: Int64($0.1))
            }
        }
        #expect(try visibility(behind: recovery) == [.shown, .leading, .hidden, .shown, .shown])
        #expect(try visibility(behind: refresh) == [.shown, .shown, .shown, .shown, .shown])
    }

    @Test func `HEVC: leading frames whose references are missing`() throws {
        func unit(_ type: UInt8) -> [UInt8] { [0, 0, 1, type << 1, 1, 0x80] }
        let (leading, decodable, trailing) = (unit(8), unit(6), unit(1))
        let (random, broken, end) = (unit(21), unit(16), Array(unit(36).dropLast()))
        #expect(
            try visibility("hevc", [leading, random, leading, decodable, trailing, random, leading])
                == [.leading, .shown, .leading, .shown, .shown, .shown, .shown]
        )
        #expect(
            try visibility("hevc", [random, trailing, broken, leading, random, leading])
                == [.shown, .shown, .shown, .leading, .shown, .shown]
        )
        #expect(
            try visibility("hevc", [random, trailing + end, random, leading]) == [.shown, .shown, .shown, .leading]
        )
    }

    @Test func `MPEG-1 and MPEG-2: B-pictures before which something is missing`() throws {
        func picture(_ kind: UInt8) -> [UInt8] { [0, 0, 1, 0, 0, kind << 3, 0, 0] }
        func group(isClosed: Bool) -> [UInt8] { [0, 0, 1, 0xB8, 0, 8, 0, isClosed ? 0x40 : 0] }
        let (intra, predicted, between) = (picture(1), picture(2), picture(3))
        #expect(
            try visibility("mpeg2video", [between, group(isClosed: false) + intra, between, predicted, between])
                == [.leading, .shown, .leading, .shown, .shown]
        )
        #expect(try visibility("mpeg1video", [group(isClosed: true) + intra, between]) == [.shown, .shown])
        #expect(
            try visibility("mpeg2video", [predicted, [0, 0, 1, 0xB3, 1, 2], intra]) == [
                .unreadable, .unreadable, .shown,
            ]
        )
    }
}
