import Composition
import FFmpeg
import MediaFormats
import MediaTime
import RandomNumbers
import Synchronization
import TestSupport
import Testing

@testable import Export

/// Holds within ramps and beside them, of which only the frames next to them are encoded: each file is compared with its source, frame by
/// frame.
@Suite struct HeldRampTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    private static let count: Int64 = 48

    @Test(arguments: 0..<16 as Range<UInt64>)
    func `Right files pass, decoded as well`(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        let edits = try Self.edits(using: &generator)
        let containers: [Container] = [.mp4, .mov, .mkv]
        let container = containers[Int(seed % 3)]
        var exporter = Exporter(plan: try plan(edits, for: container))
        exporter.verification = .decode
        let output = scratch.file("held.\(container.rawValue)")
        _ = try exporter.run(to: output)
        let numbers = try ClipReader(output).frames().compactMap(\.number)
        #expect(numbers == numbers.sorted(), "\(edits)")
        #expect(Set(numbers) == Set(0..<Self.count), "\(edits)")
    }

    /// What a hold divides begins in the source at the very instant that is held.
    @Test(arguments: 0..<50 as Range<UInt64>) func `A hold divides a ramp at its instant`(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        let range = try TimeRange(start: RationalTime(4, 60), end: RationalTime(31, 60))
        let rates: [PlaybackRate] = [.rate(1, 4), .rate(2, 3), .normal, .rate(3, 2), .rate(3)]
        func rate() -> PlaybackRate { rates.randomElement(using: &generator) ?? .normal }
        let shape: RampShape = Bool.random(using: &generator) ? .linear : .smooth
        let held = RationalTime(.random(in: 401..<3100, using: &generator), 6000)
        let asset = Asset(
            path: "clip.mp4",
            tracks: [AssetTrack(index: 0, kind: .video, range: try TimeRange(start: .zero, end: RationalTime(2, 1)))]
        )
        var composition = try Composition([asset])
        let length = composition.duration
        try composition.apply([
            .ramp(range, from: rate(), to: rate(), shape), .hold(at: held, RationalTime(21, 100)),
        ])
        let mappings = composition.tracks[0].segments.compactMap { segment in
            if case .media(let media) = segment { media.mapping } else { nil }
        }
        let place = try #require(mappings.firstIndex { $0.course == .hold })
        #expect(mappings[place].source.start == held)
        #expect(mappings[place - 1].source.end == held)
        #expect(mappings[place + 1].source.start == held)
        for (one, next) in zip(mappings, mappings.dropFirst()) { #expect(one.target.end == next.target.start) }
        #expect(mappings.last?.source.end == length)
    }

    /// Frames that are encoded are counted, and copied ones compared.
    @Test(arguments: ["encoded", "behind", "other"]) func `Faults in them are found`(fault: String) throws {
        let edits = [
            try Edit.ramp(Self.range(4, 31), from: .rate(2), to: .rate(3, 2), .linear),
            .hold(at: RationalTime(7, 60), RationalTime(21, 100)),
        ]
        let plan = try plan(edits, for: .mp4)
        let stretches = try #require(plan.tracks[0].stitching).stretches
        // The clip begins with what is copied or with what is encoded; behind that copied frames follow.
        #expect(stretches.contains { $0.action == .encode } && stretches.last?.action == .copy)
        var exporter = Exporter(plan: plan)
        exporter.verification = .decode
        let packets = Mutex<[[UInt8]]>([])
        exporter.fault = { packet in
            packets.withLock { packets in
                packets.append(packet.bytes)
                switch fault {
                case "encoded": return packets.count != 3
                case "behind": return packets.count != 40
                default:
                    if packets.count == 40 { try? packet.replacePayload(with: packets[37]) }
                    return true
                }
            }
        }
        let error = #expect(throws: ExportError.self) { try exporter.run(to: scratch.file("held.mp4")) }
        #expect(error?.code == .outputDiffers)
    }

    /// The edit list says how long the last frame is shown, and players end with the frame all the same.
    @Test func `A last frame that is shorter than planned is found in the index`() throws {
        let edits = [Edit.hold(at: RationalTime(Self.count - 1, 60), RationalTime(1, 1))]
        // Where frames are reordered, samples do not say it.
        var exporter = Exporter(plan: try plan(edits, for: .mp4, bFrames: 0))
        let last = try exporter.run(to: scratch.file("right.mp4")).frames.shown
        let number = Mutex<Int64>(0)
        exporter.fault = { packet in
            number.withLock { number in
                number += 1
                if number == last { packet.duration = 1 }
                return true
            }
        }
        let error = #expect(throws: ExportError.self) { try exporter.run(to: scratch.file("short.mp4")) }
        #expect(error?.message.contains("ends at ") == true, "\(error?.message ?? "")")
    }

    /// Players count in ticks of the track what an edit list shows: they showed one frame less than was planned.
    @Test(arguments: ["mp4", "mov"], [1, 10, 30] as [Int64])
    func `A frame that begins microseconds before the out point is shown`(container: String, late: Int64) throws {
        var retime = Retime()
        let end = try RationalTime(29, 60) + RationalTime(late, 1_000_000)
        retime.trim = try TimeRange(start: .zero, end: end)
        let path = try Clip("mp4", frames: Int(Self.count), at: .fps(60)).write(to: scratch)
        var exporter = Exporter(plan: try retime.plan(path, for: #require(Container(rawValue: container))))
        exporter.verification = .decode
        let output = scratch.file("part.\(container)")
        #expect(try exporter.run(to: output).frames.shown == 30)
        #expect(try ClipReader(output).frames().map(\.number) == Array(0..<30))
    }

    private func plan(_ edits: [Edit], for container: Container, bFrames: Int = 2) throws -> ExportPlan {
        var clip = Clip("mp4", frames: Int(Self.count), at: .fps(60))
        clip.frames?.bFrames = bFrames
        let media = try MediaDescription(ofFile: clip.write(to: scratch))
        var composition = try Composition([media.asset])
        try composition.apply(edits)
        return try ExportPlan.sparing(composition, of: [media], container: container)
    }

    /// Ramps, each with holds in it, at its ends or next to it, at instants of frames or between them.
    private static func edits(using generator: inout SplitMix64) throws -> [Edit] {
        let rates: [PlaybackRate] = [
            .rate(1, 4), .rate(1, 3), .rate(1, 2), .rate(2, 3), .normal, .rate(3, 2), .rate(2),
        ]
        func rate() -> PlaybackRate { rates.randomElement(using: &generator) ?? .normal }
        var edits: [Edit] = []
        var position = Int64.random(in: 1...8, using: &generator)
        while position < count - 12 {
            let end = min(count - 1, position + .random(in: 4...16, using: &generator))
            let shape: RampShape = Bool.random(using: &generator) ? .linear : .smooth
            edits.append(.ramp(try range(position, end), from: rate(), to: rate(), shape))
            let held: RationalTime
            if Bool.random(using: &generator) {
                held = RationalTime(.random(in: position...end, using: &generator), 60)
            } else {
                held = RationalTime(.random(in: 100 * position...100 * end, using: &generator), 6000)
            }
            edits.append(.hold(at: held, RationalTime(.random(in: 1...40, using: &generator), 100)))
            position = end + .random(in: 1...6, using: &generator)
        }
        return edits
    }

    /// In 60ths of a second.
    private static func range(_ start: Int64, _ end: Int64) throws -> TimeRange {
        try TimeRange(start: RationalTime(start, 60), end: RationalTime(end, 60))
    }
}
