import FFmpeg
import MediaSyntax
import MediaTime
import RandomNumbers
import TestSupport
import Testing

/// What pictures refer to is missing, or is not.
@Suite struct PictureReferencesTests {
    /// A stream as an encoder makes it.
    struct Coding: Sendable, CustomTestStringConvertible {
        let codec: NALCodec
        let bFrames: Int
        var options = ""

        var testDescription: String { "\(codec) with \(bFrames) B-frames, \(options)" }

        /// Its packets, in decoding order, with what they need before each key frame.
        func packets() throws -> (units: NALUnits, payloads: [[UInt8]]) {
            var clip = Clip("mp4", frames: 60, at: .fps(30), codec: codec == .h264 ? .h264 : .hevc)
            clip.frames?.bFrames = bFrames
            clip.frames?.repeatsHeaders = true
            clip.frames?.encoderOptions = options
            let scratch = try ScratchDirectory()
            let reader = try ClipReader(clip.write(to: scratch))
            let units = NALUnits(codec, configuration: reader.streams[0].parameters.extradata)
            return (units, reader.packets[0].map(\.payload.bytes))
        }
    }

    static let codings = [
        Coding(codec: .h264, bFrames: 0), Coding(codec: .h264, bFrames: 0, options: "ref=4"),
        Coding(codec: .h264, bFrames: 3, options: "ref=4:b-pyramid=normal"), Coding(codec: .hevc, bFrames: 0),
        Coding(codec: .hevc, bFrames: 0, options: "ref=4"), Coding(codec: .hevc, bFrames: 3, options: "ref=3"),
        Coding(codec: .hevc, bFrames: 4, options: "b-pyramid=1:open-gop=0"),
        Coding(codec: .hevc, bFrames: 3, options: "open-gop=1:temporal-layers=1"),
    ]

    private static func states(
        _ payloads: [[UInt8]],
        _ units: NALUnits,
        without missing: Int? = nil
    ) -> [PictureReferences.State] {
        var references = PictureReferences(units: units)
        var states: [PictureReferences.State] = []
        for place in payloads.indices where place != missing {
            let payload = payloads[place]
            states.append(references.take(payload.span, begins: place == 0))
        }
        return states
    }

    @Test(arguments: codings) func `Of a whole stream nothing is missing`(coding: Coding) throws {
        let (units, payloads) = try coding.packets()
        #expect(payloads.count == 60)
        #expect(Self.states(payloads, units).allSatisfy { $0 == .whole })
    }

    @Test(arguments: codings) func `What refers to a picture that is missing is told`(coding: Coding) throws {
        let (units, payloads) = try coding.packets()
        let headers = payloads.map { units.firstHeader(in: $0.span, where: { $0.isSlice }) }
        for missing in 1..<payloads.count - 1 {
            let states = Self.states(payloads, units, without: missing)
            let following = states[missing...]
            #expect(states[..<missing].allSatisfy { $0 == .whole })
            if headers[missing]?.isRandomAccess ?? true { continue }
            if case .h264(let header) = headers[missing], !header.isReference {
                #expect(following.allSatisfy { $0 == .whole }, "\(missing)")
            } else if coding.bFrames == 0, !(headers[missing + 1]?.isRandomAccess ?? true) {
                // Each refers to the one before.
                #expect(following.first == .missing, "\(missing)")
            }
        }
    }

    /// Of HEVC each picture says which ones it keeps: a key frame begins anew, and those before it that are shown after it are passed over.
    @Test func `Where decoding begins in the midst, what leads is passed over`() throws {
        let coding = Coding(codec: .hevc, bFrames: 3, options: "open-gop=1")
        let (units, payloads) = try coding.packets()
        let headers = payloads.map { units.firstHeader(in: $0.span, where: { $0.isSlice }) }
        let keys = headers.indices.filter { headers[$0]?.isRandomAccess ?? false }
        let second = try #require(keys.dropFirst().first)
        let states = Self.states(Array(payloads[second...]), units)
        #expect(states.first == .whole)
        #expect(!states.contains(.missing))
        #expect(states.contains(.skipped))
    }

    @Test(arguments: codings) func `Damaged headers are read to their end`(coding: Coding) throws {
        let (units, payloads) = try coding.packets()
        var random = SplitMix64(seed: 3)
        for _ in 0..<50 {
            var references = PictureReferences(units: units)
            for payload in payloads.prefix(20) {
                var bytes = payload
                for _ in 0..<3 {
                    let place = Int(random.next() % UInt64(min(bytes.count, 80)))
                    bytes[place] ^= UInt8(truncatingIfNeeded: random.next())
                }
                _ = references.take(bytes.span, begins: random.next() % 8 == 0)
            }
        }
    }
}
