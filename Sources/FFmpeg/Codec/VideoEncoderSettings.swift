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
