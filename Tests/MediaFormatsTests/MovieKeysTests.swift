import MediaFormats
import Testing

@Suite struct MovieKeysTests {
    private func isKey(_ key: String, _ value: String, in container: Container) -> Bool {
        !MovieKeys.ofTheirOwn([MetadataItem(key: key, value: value)], in: container).isEmpty
    }

    @Test(
        arguments: [
            ("+48.2082+016.3738/", false), ("+48.2082+016.3738+171.2/", false), ("-33-070", false), ("Vienna", true),
            ("+4812.49+01622.43/", true), ("", true),
        ] as [(String, Bool)]
    )
    func `A place that MP4's box cannot hold is stored under its key`(place: (text: String, isKey: Bool)) {
        #expect(isKey("location", place.text, in: .mp4) == place.isKey)
        #expect(isKey("location-eng", place.text, in: .mp4) == place.isKey)
        // QuickTime's box is a text.
        #expect(!isKey("location", place.text, in: .mov))
    }

    @Test(
        arguments: [
            ("2026-11-28T10:45:53.000000Z", false), ("2026-11-28 10:45:53", false), ("2026-11-28", false),
            ("2026-11-28T12:45:53+02:00", false), ("last summer", true), ("2024-13-45", true),
            ("2024-01-01 10:00:00 approx", true),
        ] as [(String, Bool)]
    )
    func `A time that is no date is stored under its key`(time: (text: String, isKey: Bool)) {
        for container in [Container.mp4, .mov] {
            #expect(isKey("creation_time", time.text, in: container) == time.isKey)
        }
    }
}
