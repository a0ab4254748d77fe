import MediaSyntax
import MediaTime
import Mutations
import TestSupport
import Testing

@testable import Export

/// Whatever a clip's metadata says of when and where it was filmed: nothing, or what an image can say.
@Suite(.endsIfItHangs) struct HostileTextTests {
    private static let texts = [
        "2026-11-21T13:20:00.123456Z", "2026-11-21T15:20:00+0200", "2026-11-21 13:20:00", "+47.5678+008.1234+412.3/",
        "+473030.5-0081530/",
    ]
    private static let words =
        Mutation.numberWords + ["T", "Z", ":", "-", "+", ".", "/", "inf", "nan", "e", " ", "\0", "\u{301}", "CRS"]

    @Test func `Dates and places`() {
        for seed in Rounds.seeds(20_000) {
            var mutation = Mutation(seed: seed)
            let text = mutation.damaged(Self.texts[mutation.below(Self.texts.count)], words: Self.words)
            var description = ExifDescription()
            description.moment = ClipDate(parsing: text)?.later(by: RationalTime(Int64(1) << 40, 3))?.moment
            description.place = ClipPlace.place(parsing: text)
            #expect(description.moment.map { $0.date.utf8.count == 19 && $0.fraction.utf8.count == 6 } ?? true)
            #expect(description.place.map { abs($0.latitude) <= 90 && abs($0.longitude) <= 180 } ?? true)
            #expect(description.bytes.count < 1000)
        }
    }
}
