import FFmpeg
import MediaFormats
import MediaTime
import TestSupport
import Testing

@testable import Export

/// Times that lie so far apart that their difference is no number of 64 bits.
@Suite struct FarTimesTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    /// Two fragments, which are decoded from these ticks on.
    private func fragments(_ ticks: [UInt64]) throws -> String {
        var clip = Clip("mp4", frames: 20, at: .fps(30))
        clip.frames?.keyInterval = 10
        clip.options = [MetadataEntry(key: "movflags", value: "frag_keyframe+empty_moov")]
        var bytes = try ScratchDirectory.bytes(of: clip.write(to: scratch))
        for (number, ticks) in ticks.enumerated() { try MovieFile.setFragment(number, of: &bytes) { _ in ticks } }
        return try scratch.write(bytes, to: "far.mp4")
    }

    /// What can be read is written, or an error says why not.
    @Test(
        arguments: [[0, 1 << 63 + 1], [100_000, 1 << 63 + 1], [1 << 63 - 1, 1 << 63 + 1], [1 << 62, 0]] as [[UInt64]]
    )
    func `Fragments at both ends of time end no program`(ticks: [UInt64]) throws {
        let path = try fragments(ticks)
        _ = try? MediaDescription(ofFile: path)
        _ = try? MediaInspection(ofFile: path)
        var exact = Retime()
        exact.isExact = true
        exact.trim = try TimeRange(start: RationalTime(2, 30), end: RationalTime(5, 30))
        for (number, retime) in [Retime(.rate(1, 2)), Retime(.normal, to: .fps(30)), exact].enumerated() {
            _ = try? retime.run(path, to: scratch.file("\(number).mp4"))
        }
    }
}
