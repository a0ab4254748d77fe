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
}
