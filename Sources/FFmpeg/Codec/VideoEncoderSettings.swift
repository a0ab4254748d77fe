/// How frames are encoded.
package struct VideoEncoderSettings: Sendable {
    /// An encoder's name: `libx264`.
    package var encoder: String
    package var width: Int
    package var height: Int
    package var pixelFormat: PixelFormat
    /// The unit of the frames' timestamps.
    package var timeBase: TimeBase
    /// Written into the stream's headers; `nil` where the rate is not constant.
    package var frameRate: TimeBase?
    package var sampleAspectRatio: TimeBase?
    package var colour: ColourDescription
    /// The encoder's own options: `crf`, `preset`.
    package var options: [MetadataEntry]
    /// Whether the container stores the codec's headers once, outside the packets.
    package var needsGlobalHeader: Bool
    /// How many threads encode; `nil` for as many as there are processors.
    package var threadCount: Int?
    /// In which order the fields of interlaced frames were captured; `nil` for whole frames.
    package var fieldOrder: FieldOrder?

    package init(
        encoder: String,
        width: Int,
        height: Int,
        pixelFormat: PixelFormat,
        timeBase: TimeBase,
        frameRate: TimeBase?,
        sampleAspectRatio: TimeBase? = nil,
        colour: ColourDescription = ColourDescription(),
        options: [MetadataEntry] = [],
        needsGlobalHeader: Bool,
        fieldOrder: FieldOrder? = nil
    ) {
        self.encoder = encoder
        self.width = width
        self.height = height
        self.pixelFormat = pixelFormat
        self.timeBase = timeBase
        self.frameRate = frameRate
        self.sampleAspectRatio = sampleAspectRatio
        self.colour = colour
        self.options = options
        self.needsGlobalHeader = needsGlobalHeader
        self.fieldOrder = fieldOrder
    }
}

extension VideoEncoderSettings {
    /// The options, with what else the encoder has to be told of the frames.
    ///
    /// libavcodec tells x264 the order of fields with the first frame. Then the headers of all pictures say still that the upper field
    /// comes first (`pic_struct`), although the pictures are ordered the other way round.
    ///
    /// libavcodec divides frames of FFV1 into two columns and two rows of slices at least: it opens no encoder where a plane has one column or
    /// one row of samples, and one of few gets other samples than it was given. Version 1 has no slices, nor the checksums of these.
    var completeOptions: [MetadataEntry] {
        let subsampling = pixelFormat.subsampling
        if encoder == "ffv1", min(width >> subsampling.horizontal, height >> subsampling.vertical) < 4 {
            return options.filter { !["level", "slices", "slicecrc"].contains($0.key) }
                + [MetadataEntry(key: "level", value: "1")]
        }
        if encoder == "libx264", fieldOrder == .lowerFirst { return options(adding: "bff=1", to: "x264-params") }
        if encoder == "libx265", width < Self.leastTreeWidth { return options(adding: "cutree=0", to: "x265-params") }
        return options
    }

    /// x265 weighs blocks by what refers to them, in rows of four blocks of 16 samples at least. Where a row of the frame has
    /// fewer it writes past the end of its memory (x265 3.5), and ends the process sooner or later.
    private static let leastTreeWidth = 49

    /// The options, with a word more in the list that one of them is.
    private func options(adding word: String, to key: String) -> [MetadataEntry] {
        let own = options.filter { $0.key == key }.map(\.value)
        return options.filter { $0.key != key } + [
            MetadataEntry(key: key, value: (own + [word]).joined(separator: ":"))
        ]
    }
}
