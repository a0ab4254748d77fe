import MediaTime
import Testing

@testable import Capture
@testable import Video4Linux

/// What drivers say of fields.
@Suite struct FieldLayoutTests {
    /// The numbers are those of linux/videodev2.h.
    @Test(
        arguments: [
            (0, nil, nil), (1, .progressive, nil), (2, .upperOnly, nil), (3, .lowerOnly, nil), (4, .upperFirst, nil),
            (5, .upperFirst, .together), (6, .lowerFirst, .together), (7, .upperFirst, .apart), (8, .upperFirst, nil),
            (9, .lowerFirst, nil),
        ] as [(UInt32, FrameFields?, WovenStream.Arrangement?)]
    )
    func `Frames have the lines that the driver says`(
        number: UInt32,
        fields: FrameFields?,
        arrangement: WovenStream.Arrangement?
    ) throws {
        let layout = try #require(FieldLayout(rawValue: number))
        #expect(FrameFields(layout, isLowerOlder: false) == fields)
        #expect(WovenStream.Arrangement(layout) == arrangement)
        // The standard has the word only where the layout leaves it open.
        let lower = FrameFields(layout, isLowerOlder: true)
        #expect(lower == (layout == .interleaved || layout == .alternating ? .lowerFirst : fields))
    }

    /// A driver that has some layouts, and takes the first one of them for any other.
    private struct Driver: Sendable, CustomTestStringConvertible {
        let layouts: [FieldLayout]
        var refuses = false
        let asked: [(FieldLayout, UInt32)]
        let granted: FieldLayout

        var testDescription: String { "\(layouts)" }
    }

    private static let drivers = [
        Driver(layouts: [.interleaved, .whole], asked: [(.whole, 576)], granted: .whole),
        Driver(layouts: [.interleavedUpperFirst], asked: [(.whole, 576)], granted: .interleavedUpperFirst),
        Driver(layouts: [.upperThenLower], asked: [(.whole, 576)], granted: .upperThenLower),
        Driver(
            layouts: [.alternating, .interleaved],
            asked: [(.whole, 576), (.interleaved, 576)],
            granted: .interleaved
        ),
        Driver(
            layouts: [.alternating],
            asked: [(.whole, 576), (.interleaved, 576), (.alternating, 288)],
            granted: .alternating
        ),
        Driver(
            layouts: [.lowerOnly],
            asked: [(.whole, 576), (.interleaved, 576), (.alternating, 288), (.lowerOnly, 576)],
            granted: .lowerOnly
        ),
        Driver(
            layouts: [.unstated, .interleaved],
            refuses: true,
            asked: [(.whole, 576), (.unstated, 576)],
            granted: .unstated
        ),
    ]

    @Test(arguments: drivers) private func `Frames without fields are asked for first, then such with both`(
        driver: Driver
    )
        throws
    {
        var asked: [(FieldLayout, UInt32)] = []
        let wish = FrameFormat(code: 1, width: 720, height: 576)
        let granted = try FrameFormat.settingWholeFrames(wish) { format throws(Video4LinuxError) in
            asked.append((format.fields, format.height))
            var granted = format
            if !driver.layouts.contains(format.fields) {
                // EINVAL.
                if driver.refuses { throw Video4LinuxError("VIDIOC_S_FMT", on: "/dev/video0", errno: 22) }
                granted.fields = driver.layouts[0]
            }
            return granted
        }
        #expect(granted.fields == driver.granted)
        #expect(asked.map(\.0) == driver.asked.map(\.0))
        #expect(asked.map(\.1) == driver.asked.map(\.1))
    }
}
