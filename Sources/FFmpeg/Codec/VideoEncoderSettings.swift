/// How frames are to be encoded.
package struct VideoEncoderSettings: Sendable {
    /// An encoder's name: `libx264`.
    package var encoder: String
    package var width: Int
    package var height: Int
    package var pixelFormat: PixelFormat
    /// Unit of the frames' timestamps.
    package var timeBase: TimeBase
    /// Stated in the stream's headers where the rate is constant.
    package var frameRate: TimeBase?
    package var sampleAspectRatio: TimeBase?
    package var colour: ColourDescription
    /// The encoder's own options: `crf`, `preset`.
    package var options: [MetadataEntry]
    /// The container wants the codec's headers out of band.
    package var needsGlobalHeader: Bool

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
        needsGlobalHeader: Bool
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
    }
}
