import TestSupport
import Testing

@testable import FFmpeg

@Suite struct DecoderErrorTests {
    /// Decodes what is no frame.
    ///
    /// - Returns: the number under which the decoder's errors are kept, and those that are taken while there is the decoder.
    private func failed(_ path: String, taking: Bool) throws -> (number: UInt, errors: [LoggedError]) {
        let stream = try #require(ClipReader(path).streams.first)
        let decoder = try Decoder(stream.parameters, timeBase: stream.timeBase)
        let number = try decoder.number ?? { throw ClipError("errors are not kept") }()
        let packet = try Packet()
        try packet.replacePayload(with: Array(repeating: 0x5A, count: 200))
        let frame = try Frame()
        try? decoder.decode(packet, into: frame) { _ in }
        try? decoder.finish(into: frame) { _ in }
        return (number, taking ? FFmpegLog.shared.takeErrors(ofDecoder: number) : [])
    }

    @Test func `The errors of a decoder go with it`() throws {
        let scratch = try ScratchDirectory()
        let path = try Clip("mp4", frames: 2, at: .fps(25)).write(to: scratch)
        #expect(try !failed(path, taking: true).errors.isEmpty)
        let (number, _) = try failed(path, taking: false)
        #expect(FFmpegLog.shared.takeErrors(ofDecoder: number).isEmpty)
    }
}
