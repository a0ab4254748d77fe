import MediaFormats
import Testing

@testable import Export

@Suite struct MetadataFilterTests {
    @Test(arguments: [
        ("major_brand", false), ("minor_version", false), ("compatible_brands", false), ("encoder", false),
        ("ENCODER", false), ("creation_time", true), ("title", true), ("com.apple.quicktime.make", true),
        ("com.android.capture.fps", true), ("DURATION", false), ("DURATION-eng", false), ("BPS", false),
        ("NUMBER_OF_FRAMES-eng", false), ("_STATISTICS_TAGS", false), ("_STATISTICS_WRITING_APP-eng", false),
        ("bpsx", true), ("overcrank.start.monotonic", false), ("overcrank.offset.reference", false),
        ("overcrank.control.changes", false), ("overcrank.control.gain", true), ("overcrank.series", false),
    ])
    func `What was said of the film stays, what was said of the file goes`(key: String, isKept: Bool) {
        let text = MetadataItem(key: key, value: "value")
        #expect(MetadataFilter.container([text]) == (isKept ? [text] : []))
    }

    @Test(arguments: [
        ("language", true), ("handler_name", true), ("encoder", false), ("DURATION", false), ("title", true),
        ("major_brand", true),
    ])
    func `A track's own texts are filtered likewise`(key: String, isKept: Bool) {
        let text = MetadataItem(key: key, value: "value")
        #expect(MetadataFilter.track([text], in: .mp4) == (isKept ? [text] : []))
    }

    @Test(arguments: [
        (Container.mov, "deu", "ger"), (.mov, "swe", "sve"), (.mov, "eng", "eng"), (.mp4, "deu", "deu"),
        (.mkv, "swe", "swe"),
    ])
    func `Languages are named as the container names them`(container: Container, code: String, name: String) {
        let text = MetadataItem(key: "language", value: code)
        #expect(MetadataFilter.track([text], in: container) == [MetadataItem(key: "language", value: name)])
    }

    @Test(arguments: [
        ("com.apple.quicktime.location.ISO6709", "location", true),
        ("com.apple.quicktime.location.ISO6709", "location-eng", true), ("LOCATION", "RECORDING_LOCATION", true),
        ("location", "com.apple.quicktime.location.accuracy.horizontal", true),
        ("com.apple.quicktime.location.name", "location", false),
        ("title", "TITLE-ger", true), ("title", "com.apple.quicktime.title", true), ("title", "subtitle", false),
        ("make", "com.apple.quicktime.make", true), ("title-eng", "title", false), ("location", "locations", false),
    ])
    func `What is named stands in place of all that says the same`(named: String, key: String, isReplaced: Bool) {
        let (old, new) = (MetadataItem(key: key, value: "old"), MetadataItem(key: named, value: "new"))
        #expect([old].replaced(by: [new]) == (isReplaced ? [new] : [old, new]))
        let none = MetadataItem(key: named, value: "")
        #expect([old].replaced(by: [none]) == (isReplaced ? [] : [old]))
    }
}
