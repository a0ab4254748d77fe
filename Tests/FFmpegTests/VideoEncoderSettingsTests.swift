import Testing

@testable import FFmpeg

/// What encoders are told besides the options that they are given.
@Suite struct VideoEncoderSettingsTests {
    /// The options of an encoder of frames.
    private func options(_ encoder: String, width: Int, fieldOrder: FieldOrder? = nil) throws -> [String: String] {
        let settings = VideoEncoderSettings(
            encoder: encoder,
            width: width,
            height: 40,
            pixelFormat: try #require(PixelFormat(named: "yuv420p")),
            timeBase: TimeBase(1, 30),
            frameRate: nil,
            options: [
                MetadataEntry(key: "preset", value: "ultrafast"),
                MetadataEntry(key: "x264-params", value: "log-level=none"),
                MetadataEntry(key: "x265-params", value: "log-level=none"),
            ],
            needsGlobalHeader: false,
            fieldOrder: fieldOrder
        )
        return Dictionary(uniqueKeysWithValues: settings.completeOptions.map { ($0.key, $0.value) })
    }

    @Test(arguments: [(16, true), (48, true), (49, false), (1920, false)])
    func `x265 does not weigh blocks by what refers to them where rows are too short for it`(
        width: Int,
        isTooShort: Bool
    ) throws {
        let options = try options("libx265", width: width)
        #expect(options["x265-params"] == (isTooShort ? "log-level=none:cutree=0" : "log-level=none"))
        #expect(options["preset"] == "ultrafast")
    }

    @Test func `x264 is told the order of fields where the lower comes first`() throws {
        #expect(try options("libx264", width: 48, fieldOrder: .lowerFirst)["x264-params"] == "log-level=none:bff=1")
        #expect(try options("libx264", width: 48, fieldOrder: .upperFirst)["x264-params"] == "log-level=none")
    }
}
