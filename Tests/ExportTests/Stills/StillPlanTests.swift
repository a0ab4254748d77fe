import Export
import MediaTime
import TestSupport
import Testing

/// Which frames are chosen.
@Suite struct StillPlanTests {
    @Test(
        arguments: [
            .every(.frame(0), in: nil), .every(.frame(-3), in: nil), .every(.time(.zero), in: nil),
            .every(.time(RationalTime(-1, 1)), in: nil), .spread(0), .spread(.max),
        ] as [StillSelection]
    )
    func `What asks for no still, or for more than can be told apart, is an error`(selection: StillSelection) throws {
        let scratch = try ScratchDirectory()
        let media = try MediaDescription(ofFile: Clip("mp4", frames: 8, at: .fps(30)).write(to: scratch))
        #expect(throws: ExportError.self) { try StillPlan(selection, of: media) }
    }
}
