import FFmpeg
import MediaSyntax
import RandomNumbers
import TestSupport
import Testing

/// How frames of H.264 are coded, read from streams made by hand.
@Suite struct H264CodingTests {
    /// Baseline, level 3, presentation in decoding order, one reference frame.
    static let sequence = "01100111 01000010 00000000 00011110 1 1 011 010 0 1 1 1 1 0 0 1"
    /// Codes of whole bits, and a first quantiser of 23.
    static let picture = "01101000 1 1 0 0 1 1 1 0 00 00111 1 1 0 0 0 1"
    /// An IDR frame with a difference of 4.
    static let idr = "01100101 1 0001000 1 0000 1 00 0001000 1"
    /// A frame that states three references, in an order of its own, and a difference of -2.
    static let predicted = "01000001 1 00110 1 0001 1 011 1 1 1 00100 0 00101 1"

    @Test func `The quantiser of a frame is read from its slice, and the coding from its sets`() throws {
        var reader = H264CodingReader(configuration: [])
        let first = Self.unit(Self.sequence) + Self.unit(Self.picture) + Self.unit(Self.idr)
        #expect(Self.quantiser(first, &reader) == 27)
        #expect(Self.quantiser(Self.unit(Self.predicted), &reader) == 21)
        let coding = try #require(reader.coding)
        #expect(coding.head == [66, 0, 30])
        #expect(!coding.mayHaveFields && !coding.isIntraOnly && !coding.statesFormat)
        #expect(reader.setNumbers == [0])
    }

    @Test func `Sets may stand out of band, and without them nothing is known`() {
        var without = H264CodingReader(configuration: [])
        #expect(Self.quantiser(Self.unit(Self.idr), &without) == nil)
        var with = H264CodingReader(configuration: Self.unit(Self.sequence) + Self.unit(Self.picture))
        #expect(Self.quantiser(Self.unit(Self.idr), &with) == 27)
    }

    /// The quantiser that x264 was told, within its changes from frame to frame.
    @Test(arguments: [0, 2, 5]) func `Every frame of x264 has a quantiser that can be read`(bFrames: Int) throws {
        var clip = Clip("mp4", frames: 30, at: .fps(30))
        clip.frames?.bFrames = bFrames
        let scratch = try ScratchDirectory()
        let reader = try ClipReader(clip.write(to: scratch))
        var coding = H264CodingReader(configuration: reader.streams[0].parameters.extradata)
        for packet in reader.packets[0] {
            let quantiser = try #require(Self.quantiser(packet.payload.bytes, &coding))
            #expect((5...45).contains(quantiser))
        }
        #expect(coding.coding?.profile == 100)
    }

    @Test(arguments: [(0, true), (2, false)]) func `A set says whether frames may be lossless`(
        quantiser: Int,
        may: Bool
    ) throws {
        var clip = Clip("mp4", frames: 2, at: .fps(30))
        clip.frames?.encoderOptions = "qp=\(quantiser)"
        clip.frames?.pixelFormat = "yuv444p"
        let scratch = try ScratchDirectory()
        let reader = try ClipReader(clip.write(to: scratch))
        var coding = H264CodingReader(configuration: reader.streams[0].parameters.extradata)
        _ = Self.quantiser(try #require(reader.packets[0].first).payload.bytes, &coding)
        #expect(coding.coding?.mayBeLossless == may)
    }

    /// Read again by libavcodec: what is not about the order of frames stays as it is.
    @Test(arguments: [0, 2]) func `A set says that more frames are held back`(bFrames: Int) throws {
        var clip = Clip("mp4", frames: 3, at: .fps(30))
        clip.frames?.bFrames = bFrames
        let scratch = try ScratchDirectory()
        let headers = try ClipReader(clip.write(to: scratch)).streams[0].parameters.extradata
        let record = try #require(AVCConfiguration(record: headers[...]))
        let set = Array(try #require(record.sequenceParameterSets.first))
        let changed = H264Coding.reordering(set, by: 3, holding: 0)
        #expect(changed != set)
        #expect(changed.prefix(8) == set.prefix(8))
        // Three are enough for fewer, and what is said already stays.
        #expect(H264Coding.reordering(changed, by: 1, holding: 0) == changed)
        // What ends too early, or says nothing of it, stays as it is.
        for count in set.indices { _ = H264Coding.reordering(Array(set.prefix(count)), by: 3, holding: 0) }
        let silent = Array(Self.unit(Self.sequence).dropFirst(3))
        #expect(H264Coding.reordering(silent, by: 3, holding: 0) == silent)
    }

    @Test(arguments: [0, 2]) func `A set says how many frames are held`(bFrames: Int) throws {
        var clip = Clip("mp4", frames: 3, at: .fps(30))
        clip.frames?.bFrames = bFrames
        let scratch = try ScratchDirectory()
        let reader = try ClipReader(clip.write(to: scratch))
        let headers = reader.streams[0].parameters.extradata
        let record = try #require(AVCConfiguration(record: headers[...]))
        let set = Array(try #require(record.sequenceParameterSets.first))
        let picture = Array(try #require(record.pictureParameterSets.first))
        let units = NALUnits(.h264, configuration: headers)
        let frame = try #require(reader.packets[0].first).payload.bytes
        let slice = Array(try #require(units.units(of: frame[...]).last))
        func held(_ set: [UInt8]) throws -> Int {
            var coding = H264CodingReader(configuration: [0, 0, 0, 1] + set + [0, 0, 0, 1] + picture)
            _ = Self.quantiser([0, 0, 0, 1] + slice, &coding)
            return try #require(coding.coding).heldFrames
        }
        #expect(try held(set) >= bFrames.signum())
        #expect(try held(H264Coding.reordering(set, by: 0, holding: 7)) == 7)
        #expect(try held(H264Coding.reordering(set, by: 9, holding: 7)) == 9)
    }

    @Test func `A record gets a set of each kind more, and says so`() throws {
        let record = DecoderConfigurationTests.avcRecord
        let longer = try #require(
            AVCConfiguration(record: record[...])?.adding(sequenceSet: [0x67, 1, 2], pictureSet: [0x68, 3])
        )
        let read = try #require(AVCConfiguration(record: longer.record[...]))
        #expect(read.sequenceParameterSets.map { Array($0) } == [DecoderConfigurationTests.sequence, [0x67, 1, 2]])
        #expect(read.pictureParameterSets.map { Array($0) } == [DecoderConfigurationTests.picture, [0x68, 3]])
        #expect(longer.record.count == record.count + 5 + 4)
        #expect(longer.record.suffix(4) == record.suffix(4))
    }

    private static func quantiser(_ bytes: [UInt8], _ reader: inout H264CodingReader) -> Int? {
        reader.quantiser(ofFrameIn: bytes.span)
    }

    /// Start code and unit, the rest of its last byte filled up with zeros.
    private static func unit(_ text: String) -> [UInt8] {
        let bits = text.filter { $0 != " " }.map { $0 == "1" ? UInt8(1) : 0 }
        let bytes = stride(from: 0, to: bits.count, by: 8).map { place in
            (place..<place + 8).reduce(UInt8(0)) { $0 << 1 | ($1 < bits.count ? bits[$1] : 0) }
        }
        return [0, 0, 1] + bytes
    }
}
