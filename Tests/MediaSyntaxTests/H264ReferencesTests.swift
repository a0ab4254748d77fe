import Testing

@testable import MediaSyntax

/// Numbers of pictures that real encoders seldom write: streams made bit by bit.
@Suite struct H264ReferencesTests {
    /// A picture, or a pair of fields in one packet.
    struct Picture: Sendable {
        let number: UInt32
        var isKey = false
        var isReference = true
        /// `memory_management_control_operation`s with their numbers.
        var operations: [[UInt32]] = []
    }

    struct Stream: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let pictures: [Picture]
        var hasFields = false
        var hasGaps = false
    }

    private static func headers(hasFields: Bool, hasGaps: Bool) -> [UInt8] {
        let sequence = MadeUnits.unit([0x67]) { writer in
            writer.bits(77 << 16 | 30, 24)
            // Number of the set; four bits of numbers; presented as decoded; two references.
            writer.codes(0, 0, 2, 2)
            writer.bit(hasGaps)
            writer.codes(3, 3)
            writer.bit(!hasFields)
            if hasFields { writer.bit(false) }
            writer.bits(0b100, 3)
        }
        let picture = MadeUnits.unit([0x68]) { writer in
            writer.codes(0, 0)
            writer.bits(0, 2)
            writer.codes(0, 0, 0)
            writer.bits(0, 3)
            writer.codes(0, 0, 0)
            writer.bits(0, 3)
        }
        return sequence + picture
    }

    private static func slice(_ picture: Picture, isBottom: Bool?) -> [UInt8] {
        let isKey = picture.isKey && isBottom != true
        return MadeUnits.unit([(picture.isReference ? 0x60 : 0) | (isKey ? 5 : 1)]) { writer in
            writer.codes(0, isKey ? 7 : 0, 0)
            writer.bits(picture.number, 4)
            if let isBottom {
                writer.bit(true)
                writer.bit(isBottom)
            }
            // Which of two key pictures in a row; and for others that the number of references stays, and their order.
            if isKey { writer.codes(0) } else { writer.bits(0, 2) }
            if isKey {
                writer.bits(0, 2)
            } else if picture.isReference {
                writer.bit(!picture.operations.isEmpty)
                for code in picture.operations.joined() { writer.exponentialGolomb(code) }
                if !picture.operations.isEmpty { writer.codes(0) }
            }
            writer.codes(0)
            writer.bits(0xABCD_EF01, 32)
        }
    }

    private static func states(_ stream: Stream, without dropped: Int? = nil) -> [PictureReferences.State] {
        var references = PictureReferences(units: NALUnits(.h264, .startCodes))
        return stream.pictures.enumerated().compactMap { place, picture in
            if place == dropped { return nil }
            let fields: [Bool?] = stream.hasFields ? [false, true] : [nil]
            let headers = picture.isKey ? headers(hasFields: stream.hasFields, hasGaps: stream.hasGaps) : []
            let packet = headers + fields.flatMap { slice(picture, isBottom: $0) }
            return references.take(packet.span, begins: place == 0)
        }
    }

    private static func pictures(_ numbers: UInt32...) -> [Picture] {
        [Picture(number: 0, isKey: true)] + numbers.map { Picture(number: $0) }
    }

    static let streams: [Stream] = [
        Stream(
            testDescription: "round and round",
            pictures: pictures(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1)
        ),
        Stream(testDescription: "fields", pictures: pictures(1, 2, 3, 4), hasFields: true),
        Stream(
            testDescription: "a key picture in the midst",
            pictures: pictures(1, 2) + pictures(1, 2)
        ),
        Stream(
            testDescription: "all are forgotten",
            pictures: pictures(1, 2) + [Picture(number: 3, operations: [[5]])] + pictures(1, 2, 3).dropFirst()
        ),
        Stream(
            testDescription: "some are kept for long",
            pictures: pictures(1) + [
                Picture(number: 2, operations: [[4, 2], [3, 0, 1], [1, 0]]), Picture(number: 3),
            ]
        ),
    ]

    @Test(arguments: streams) func `Each picture that is missing is told, and no other`(stream: Stream) {
        #expect(Self.states(stream).allSatisfy { $0 == .whole })
        for dropped in stream.pictures.indices.dropFirst().dropLast() where !stream.pictures[dropped].isKey {
            let states = Self.states(stream, without: dropped)
            let next = stream.pictures[dropped + 1]
            #expect(states[dropped] == (next.isKey ? .whole : .missing), "\(dropped)")
            #expect(states.count { $0 == .missing } == (next.isKey ? 0 : 1), "\(dropped)")
        }
    }

    /// Behind a picture with which all are forgotten, the next one is number 1, whatever its own number was.
    @Test func `What is missing after all were forgotten is told`() {
        let pictures = Self.pictures(1) + [Picture(number: 2, operations: [[5]])] + Self.pictures(1, 2, 3).dropFirst()
        let stream = Stream(testDescription: "", pictures: pictures)
        #expect(Self.states(stream).allSatisfy { $0 == .whole })
        #expect(Self.states(stream, without: 3)[3] == .missing)
    }

    /// Pictures to which none refers have the number of the next one, however many there are.
    @Test func `A picture to which none refers may be missing`() {
        let numbers: [(UInt32, Bool)] = [(1, true), (2, false), (2, false), (2, true), (3, false), (3, true)]
        let pictures = numbers.map { Picture(number: $0.0, isReference: $0.1) }
        let stream = Stream(testDescription: "", pictures: Self.pictures() + pictures)
        #expect(Self.states(stream).allSatisfy { $0 == .whole })
        for dropped in stream.pictures.indices where !stream.pictures[dropped].isReference {
            #expect(Self.states(stream, without: dropped).allSatisfy { $0 == .whole })
        }
    }

    @Test(arguments: [true, false]) func `A gap in the numbers is believed where the sequence allows it`(
        isAllowed: Bool
    ) {
        let stream = Stream(testDescription: "", pictures: Self.pictures(1, 3, 4, 8), hasGaps: isAllowed)
        let missing = Self.states(stream).indices.filter { Self.states(stream)[$0] == .missing }
        #expect(missing == (isAllowed ? [] : [2, 4]))
    }
}
