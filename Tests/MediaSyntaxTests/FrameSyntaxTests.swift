import MediaSyntax
import Testing

/// Key frames of VP9.
enum VP9Bytes {
    /// Of profile 0: marker and profile, not a repeat, key, shown, no error resilience; the code; BT.601 (1), limited; 320x180.
    static let key: [UInt8] = [0b1000_0010, 0x49, 0x83, 0x42, 0b0010_0000, 0x13, 0xF0, 0x0B, 0x30, 0, 0]
    static let between: [UInt8] = [0b1000_0110, 0, 0]

    static func keyFrame(_ payload: [UInt8]) -> VP9KeyFrame? { VP9KeyFrame(payload.span) }
}

/// Headers of sequences of AV1, as libaom writes them of 320x180 samples.
enum AV1Bytes {
    /// Of 8 bits, without colours.
    static let header: [UInt8] = [0x0A, 11, 0, 0, 0, 4, 0x3C, 0xFE, 0xCC, 0xDA, 0xF9, 0x00, 0x40]
    /// Of 10 bits, with BT.2020 and PQ.
    static let deepHeader: [UInt8] = [
        0x0A, 14, 0, 0, 0, 4, 0x3C, 0xFE, 0xCC, 0xDA, 0xF9, 0x50, 0x91, 0, 0x90, 0x40,
    ]
    /// The first of 8 bits, of level 2.1, with BT.709 and the full range.
    static let colouredHeader: [UInt8] = [
        0x0A, 14, 0, 0, 0, 0x0C, 0x3C, 0xFE, 0xCC, 0xDA, 0xF9, 0x10, 0x10, 0x10, 0x18, 0x40,
    ]

    /// A unit of a frame whose header begins with these bits.
    static func frame(_ bits: UInt8) -> [UInt8] { [0x32, 2, bits, 0x55] }
}

/// What packets of VP9 and AV1 say of where decoding can begin, and how they are changed to follow others.
@Suite struct FrameSyntaxTests {
    @Test(arguments: [(16, true), (17, true), (18, true), (19, false), (20, false), (21, false), (1, false)])
    func `A broken link of HEVC says so`(unit: (type: UInt8, isBroken: Bool)) throws {
        let syntax = try #require(FrameSyntax(codec: "hevc", configuration: []))
        let payload: [UInt8] = [0, 0, 0, 1, unit.type << 1, 1, 0x80, 0]
        #expect(syntax.isBroken(payload.span) == unit.isBroken)
    }

    @Test func `VP9: a key frame says its size and colours`() throws {
        let key = try #require(VP9Bytes.keyFrame(VP9Bytes.key))
        #expect(key.profile == 0 && key.width == 320 && key.height == 180)
        #expect(key.colours == 0b0010)
        #expect(VP9Bytes.keyFrame(VP9Bytes.between) == nil)
        // A frame that is shown again.
        #expect(VP9Bytes.keyFrame([0b1000_1000, 0]) == nil)
        let syntax = try #require(FrameSyntax(codec: "vp9", configuration: []))
        #expect(syntax.canBeginDecoding(VP9Bytes.key.span) == true)
        #expect(syntax.canBeginDecoding(VP9Bytes.between.span) == false)
        #expect(syntax.broken(VP9Bytes.key) == VP9Bytes.key)
    }

    @Test func `VP9: an encoder's key frame states the source's colours, and nothing else changes`() throws {
        var other = VP9Bytes.key
        other[4] = 0b0101_0000
        let key = try #require(VP9Bytes.keyFrame(other))
        #expect(key.stating(in: VP9Bytes.key) == other)
        #expect(key.stating(in: VP9Bytes.between) == VP9Bytes.between)
    }

    @Test(arguments: [true, false]) func `AV1: decoding begins at a key frame that is shown`(isInBand: Bool) throws {
        let syntax = try #require(FrameSyntax(codec: "av1", configuration: isInBand ? [] : AV1Bytes.header))
        func canBegin(_ bits: UInt8) -> Bool? {
            let payload = (isInBand ? AV1Bytes.header : []) + AV1Bytes.frame(bits)
            return syntax.canBeginDecoding(payload.span)
        }
        #expect(canBegin(0b0001_0000) == true)
        // A key frame that is shown later, one between others, one that switches, and one that is shown again.
        for bits: UInt8 in [0b0000_0000, 0b0011_0000, 0b0111_0000, 0b1000_0000] { #expect(canBegin(bits) == false) }
        #expect(syntax.canBeginDecoding(AV1Bytes.header.span) == nil)
    }

    @Test func `AV1: without a header no frame can be decoded`() throws {
        let syntax = try #require(FrameSyntax(codec: "av1", configuration: []))
        #expect(syntax.canBeginDecoding(AV1Bytes.frame(0b0001_0000).span) == false)
    }

    @Test func `AV1: what is copied behind another sequence has its header in band`() throws {
        let record: [UInt8] = [0x81, 0, 0x0C, 0] + AV1Bytes.header
        let syntax = try #require(FrameSyntax(codec: "av1", configuration: record))
        let frame = AV1Bytes.frame(0b0001_0000)
        #expect(syntax.broken(frame) == AV1Bytes.header + frame)
        #expect(syntax.broken(AV1Bytes.header + frame) == AV1Bytes.header + frame)
    }

    @Test func `AV1: headers are read, and say what is alike`() throws {
        let headers = [AV1Bytes.header, AV1Bytes.colouredHeader, AV1Bytes.deepHeader].compactMap {
            AV1Stream(configuration: $0).header
        }
        let plain = try #require(headers.first)
        #expect(plain.profile == 0 && plain.width == 320 && plain.height == 180 && plain.operatingPoints == 1)
        #expect(headers.map { plain.isLike($0) } == [true, true, false])
    }

    @Test func `AV1: an encoder's header states the source's level and colours`() throws {
        let source = try #require(AV1Stream(configuration: AV1Bytes.colouredHeader).header)
        let frame = AV1Bytes.frame(0b0001_0000)
        let packet = try #require(
            AV1Stream.packet([0x12, 0] + AV1Bytes.header + frame, stating: source, inserting: [0x2A, 1, 7])
        )
        #expect(packet == AV1Bytes.colouredHeader + [0x2A, 1, 7] + frame)
        // Of 10 bits.
        #expect(AV1Stream.packet(AV1Bytes.deepHeader + frame, stating: source, inserting: []) == nil)
    }

    /// The light of the content (1), the display on which it was mastered (2), and what is said of one frame (4).
    @Test func `AV1: what is said of all frames is told from what is said of one`() {
        let lasting: [UInt8] = [0x2A, 3, 1, 9, 9, 0x2A, 2, 2, 8]
        let payload = AV1Bytes.header + lasting + [0x2A, 2, 4, 7] + AV1Bytes.frame(0b0001_0000)
        #expect(AV1Stream.lastingInformation(of: payload.span) == lasting)
        #expect(AV1Stream.lastingInformation(of: AV1Bytes.frame(0b0001_0000).span) == nil)
    }
}
