import MediaFormats
import MediaSyntax
import Testing

@Suite struct MakerKeysTests {
    /// libavformat has them in capital letters.
    @Test(
        arguments: [
            ("COM.APPLE.QUICKTIME.MAKE", "Apple", "com.apple.quicktime.make", .text("Apple")),
            (
                "COM.APPLE.QUICKTIME.LOCATION.ISO6709", "+48+016/", "com.apple.quicktime.location.ISO6709",
                .text("+48+016/")
            ),
            ("COM.ANDROID.CAPTURE.FPS", "240", "com.android.capture.fps", .number("240", .float, count: 4)),
            (
                "COM.APPLE.QUICKTIME.CAMERA.FOCAL_LENGTH.35MM_EQUIVALENT", "24",
                "com.apple.quicktime.camera.focal_length.35mm_equivalent", .number("24", .int32, count: 4)
            ),
            ("com.apple.proapps.cameraName", "A", "com.apple.proapps.cameraName", .text("A")),
            ("MOOD", "a", "MOOD", .text("a")),
            ("COM.", "a", "COM.", .text("a")), ("COM..A", "a", "COM..A", .text("a")),
        ] as [(String, String, String, MovieKeysBox.Value)]
    )
    func `Keys of makers come out of Matroska as they are named`(
        key: String,
        value: String,
        name: String,
        stored: MovieKeysBox.Value
    ) {
        let box = MovieKeys.box(of: [MetadataItem(key: key, value: value)])
        #expect(box == MovieKeysBox([MovieKeysBox.Item(key: name, value: stored)]))
    }
}
